import type { DocumentBuilder } from '@nestjs/swagger';

export interface GuardSecurity {
  /** The authorization server, as in the options of `GuardModule`. */
  issuer: string;
  /** The scopes with what each allows, for the dialog of Swagger UI. Default: none. */
  scopes?: Readonly<Record<string, string>>;
  /** Default: `{issuer}/oauth2/authorize`. */
  authorizationUrl?: string;
  /** Default: `{issuer}/oauth2/token`. */
  tokenUrl?: string;
  /** The scheme's name in the document. Default: `oauth2`. */
  scheme?: string;
}

/**
 * Adds the security scheme that `@ApiGuarded()` refers to: the authorization-code flow of the issuer.
 *
 * @example addGuardSecurity(new DocumentBuilder(), { issuer, scopes: { 'notes:read': 'Read notes' } }).build()
 */
export function addGuardSecurity<Builder extends Pick<DocumentBuilder, 'addOAuth2'>>(
  builder: Builder,
  { issuer, scopes = {}, authorizationUrl, tokenUrl, scheme = 'oauth2' }: GuardSecurity,
): Builder {
  const authorizationCode = {
    authorizationUrl: authorizationUrl ?? `${issuer}/oauth2/authorize`,
    tokenUrl: tokenUrl ?? `${issuer}/oauth2/token`,
    scopes: { ...scopes },
  };
  builder.addOAuth2({ type: 'oauth2', flows: { authorizationCode } }, scheme);
  return builder;
}
