type Decorators = typeof import('@nestjs/swagger');
type Decorate = (...given: unknown[]) => (...place: unknown[]) => unknown;

/** What the document is to say, in the order in which it was noted. */
const notes: ((decorators: Decorators) => unknown)[] = [];

/** Has the decorators store what was noted; the document is made of it. */
export function tellNotes(decorators: Decorators): void {
  for (const tell of notes.splice(0)) tell(decorators);
}

/** A decorator of @nestjs/swagger that only notes what it is given, and for what: a start would be a twentieth longer. */
function noting<Name extends keyof Decorators>(name: Name): Decorators[Name] {
  const decorate: Decorate =
    (...given) =>
    (...place) =>
      void notes.push((decorators) => (decorators[name] as Decorate)(...given)(...place));
  return decorate as Decorators[Name];
}

export const ApiBasicAuth = noting('ApiBasicAuth');
export const ApiBearerAuth = noting('ApiBearerAuth');
export const ApiBody = noting('ApiBody');
export const ApiConsumes = noting('ApiConsumes');
export const ApiCookieAuth = noting('ApiCookieAuth');
export const ApiCreatedResponse = noting('ApiCreatedResponse');
export const ApiFoundResponse = noting('ApiFoundResponse');
export const ApiHeader = noting('ApiHeader');
export const ApiMovedPermanentlyResponse = noting('ApiMovedPermanentlyResponse');
export const ApiNoContentResponse = noting('ApiNoContentResponse');
export const ApiOkResponse = noting('ApiOkResponse');
export const ApiOperation = noting('ApiOperation');
export const ApiProduces = noting('ApiProduces');
export const ApiProperty = noting('ApiProperty');
export const ApiPropertyOptional = noting('ApiPropertyOptional');
export const ApiQuery = noting('ApiQuery');
export const ApiResponse = noting('ApiResponse');
export const ApiSecurity = noting('ApiSecurity');
export const ApiTags = noting('ApiTags');
