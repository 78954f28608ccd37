import 'reflect-metadata';

/** A decorator of methods and classes that combines its value with those there, a base class's too. */
export function addMetadata<T>(key: string, combine: (before: T | undefined) => T): MethodDecorator & ClassDecorator {
  return (target: object, _key?: string | symbol, descriptor?: PropertyDescriptor) => {
    const holder = (descriptor?.value ?? target) as object;
    Reflect.defineMetadata(key, combine(Reflect.getMetadata(key, holder) as T | undefined), holder);
  };
}
