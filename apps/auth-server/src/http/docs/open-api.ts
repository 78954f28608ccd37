import { type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, Response } from 'express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Settings } from '../../config/settings';
import { OAuthErrorView, ProblemView } from './api-docs';
import { API_VERSION } from './api-version';
import { SESSION_COOKIE, cookieName } from '../answers/own-cookie';
import type { DocsHandler } from '../edge/edge';
import { TAGS, introductionOf } from './introduction';
import { EdgeAdapter } from '../server/edge-adapter';

type DocsSettings = Pick<Settings, 'issuer' | 'pathPrefix' | 'cookieSuffix'>;

/** The OpenAPI document and its pages (/docs, /docs-json, /docs-yaml), built at the first request for one of them. */
export function docsOf(app: INestApplication, settings: DocsSettings): DocsHandler {
  let docs: Promise<Express> | undefined;
  return async (request, response, next) => {
    for (const [name, value] of request.edge.headers) response.setHeader(name, value);
    docs ??= newDocs(app, settings);
    const handle = await docs;
    handle(request, response as Response, next);
  };
}

@Module({})
class DocsModule {}

/** An application of its own: Nest adds no route to the server's once it has started. */
async function newDocs(app: INestApplication, settings: DocsSettings): Promise<Express> {
  const adapter = new EdgeAdapter([], {
    enter: (_request, _response, next) => next(),
    traffic: 0,
    isServed: () => false,
  });
  const docs = await NestFactory.create<NestExpressApplication>(DocsModule, adapter, { abortOnError: false });
  docs.setGlobalPrefix(settings.pathPrefix);
  SwaggerModule.setup('docs', docs, newDocument(app, settings), {
    useGlobalPrefix: true,
    // A link to one call opens it: /docs#/applications/ApplicationsController_register
    swaggerOptions: { deepLinking: true },
  });
  return adapter.getInstance<Express>();
}

function newDocument(app: INestApplication, settings: DocsSettings): OpenAPIObject {
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
