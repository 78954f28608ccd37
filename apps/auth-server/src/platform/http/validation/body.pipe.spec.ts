import 'reflect-metadata';
import { ArrayUnique, IsArray, IsInt, IsString, Length, Max } from 'class-validator';
import { newBodyPipe } from './body.pipe';
import { IfPresent } from './if-present';
import { Problem } from '../answers/problem';

class ThingDto {
  @Length(1, 5)
  name: string;

  @IfPresent()
  @IsInt()
  @Max(60)
  size?: number;

  @IfPresent()
  @IsString({ each: true })
  tags?: string[];

  @IfPresent()
  @IsArray()
  @ArrayUnique()
  uris?: string[];
}

const check = async (body: unknown): Promise<unknown> => {
  try {
    return await newBodyPipe().transform(body, { type: 'body', metatype: ThingDto });
  } catch (error) {
    if (error instanceof Problem) return [error.status, error.more.errors];
    throw error;
  }
};

describe('the body pipe', () => {
  it('takes what fits and makes it an instance', async () => {
    const thing = await check({ name: 'a', size: 1 });
    expect(thing).toBeInstanceOf(ThingDto);
    expect(thing).toEqual({ name: 'a', size: 1 });
  });

  it('names every wrong field, and each once', async () => {
    expect(await check({ name: '', size: 1.5 })).toEqual([
      400,
      [
        { field: 'name', detail: 'must be longer than or equal to 1 characters' },
        { field: 'size', detail: 'must be an integer number' },
      ],
    ]);
  });

  it('names missing and unknown fields', async () => {
    expect(await check({ other: 1 })).toEqual([
      400,
      expect.arrayContaining([
        { field: 'name', detail: 'is missing' },
        { field: 'other', detail: 'is not a known field' },
      ]),
    ]);
  });

  it('an optional field may be absent but not null', async () => {
    expect(await check({ name: 'a', size: null })).toEqual([
      400,
      [{ field: 'size', detail: expect.any(String) as string }],
    ]);
  });

  it.each([
    [{ name: 'a', uris: 'x' }, 'uris', 'must be an array'],
    [{ name: 'a', size: '60' }, 'size', 'must be a number'],
    [{ name: 7 }, 'name', 'must be a string'],
  ])('asks for the kind before anything else: %j', async (body, field, detail) => {
    expect(await check(body)).toEqual([400, [{ field, detail }]]);
  });

  it('converts nothing', async () => {
    expect(await check({ name: 'a', size: '1' })).toMatchObject([400, [{ field: 'size' }]]);
    expect(await check({ name: 1 })).toMatchObject([400, [{ field: 'name' }]]);
    expect(await check({ name: 'a', tags: [1] })).toMatchObject([400, [{ field: 'tags' }]]);
  });
});
