import { type INestApplication, Inject, Injectable } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../config/settings';
import { SESSION_COOKIE, cookieName } from '../answers/own-cookie';
import { OAuthErrorView, ProblemView } from './api-docs';
import { API_VERSION } from './api-version';
import { TAGS, introductionOf } from './introduction';

/** The OpenAPI document of the server's calls. */
@Injectable()
export class ApiDocument {
  private app: INestApplication | undefined;
  private made: OpenAPIObject | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** @param app whose controllers it describes */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Made at the first request: a start does without it. */
  get(): OpenAPIObject {
    if (this.app === undefined) throw new Error('the document was asked for before the server was assembled');
    return (this.made ??= newDocument(this.app, this.settings));
  }
}

function newDocument(app: INestApplication, settings: Settings): OpenAPIObject {
  const { issuer } = settings;
  const builder = new DocumentBuilder()
    .setTitle('Consentry auth server')
    .setDescription(introductionOf(issuer))
    .setVersion(API_VERSION)
    .addServer(new URL(issuer).origin)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The session token.' },
      'session',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token.' }, 'access')
    .addCookieAuth(cookieName(settings, SESSION_COOKIE), undefined, 'cookie')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'An initial access token, or a registration access token.' },
      'registration',
    )
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'client_id and client_secret.' }, 'client');
  for (const [tag, text] of TAGS) builder.addTag(tag, text);
  return SwaggerModule.createDocument(app, builder.build(), { extraModels: [OAuthErrorView, ProblemView] });
}
