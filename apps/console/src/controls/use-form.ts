import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Failure } from '../api/failure';
import { useAction } from './use-action';

/** What is said at a field that the server refuses, by its name in the API. */
type Words = Readonly<Record<string, ComponentChildren>>;

interface FormEvent {
  currentTarget: HTMLFormElement;
  preventDefault: () => void;
}

/**
 * A form: it is sent once at a time, and waits while a field is marked wrong. What the server says of a field lands
 * there, in the page's language, until the field is changed; the first wrong field gets the focus.
 *
 * @param send its calls throw a Failure
 * @param words of the fields that are shown
 */
export function useForm(send: () => Promise<void>, words: Words = {}) {
  const form = useRef<HTMLFormElement | null>(null);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const { failure, run, reset, ...action } = useAction(send);
  useEffect(() => {
    if (failure !== null) focusWrong(form.current);
  }, [failure]);
  const isWrong = (name: string) =>
    !changed.includes(name) && failure?.fields.some(({ field }) => nameOf(field) === name);
  return {
    ...action,
    /** Without what stands at its fields. */
    failure: failure && restOf(failure, words),
    onSubmit: (event: FormEvent): void => {
      event.preventDefault();
      form.current = event.currentTarget;
      if (focusWrong(form.current)) return;
      setChanged([]);
      run();
    },
    onInput: ({ type, target }: Pick<Event, 'type' | 'target'>): void => {
      if (!isControl(target)) return;
      // A box tells its state by `change`: to draw the form before that undoes the click.
      if (type === 'input' && target.type === 'checkbox') return;
      reset();
      if (target.getAttribute('aria-invalid') === 'true') setChanged([...changed, target.name]);
    },
    /** Of a `Field`. @param own what the console itself finds wrong with it */
    field: (name: string, own?: ComponentChildren) => ({ name, error: own || (isWrong(name) && words[name]) }),
  };
}

const isControl = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** An error of `redirect_uris[0]` is shown at the field `redirect_uris`. */
const nameOf = (field: string) => field.replace(/\[.*/, '');

/** Puts the focus into the first field that is wrong. @returns whether there is one. */
export function focusWrong(form: HTMLFormElement | null): boolean {
  const field = [...(form?.elements ?? [])].find((one) => one.getAttribute('aria-invalid') === 'true');
  if (field instanceof HTMLElement) field.focus();
  return field !== undefined;
}

/** @returns `null` where its fields tell it all. */
function restOf({ kind, status, detail, requestId, fields, code }: Failure, words: Words): Failure | null {
  const rest = fields.filter(({ field }) => !(nameOf(field) in words));
  const isTold = fields.length > 0 && rest.length === 0;
  return isTold ? null : new Failure(kind, status, detail, requestId, rest, code);
}

export type Form = ReturnType<typeof useForm>;
