import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { OAuthErrorView, ProblemView } from './api-docs';

/** The OpenAPI document and its pages: /docs, /docs-json, /docs-yaml. */
export function serveDocs(app: INestApplication, issuer: string): void {
  const config = new DocumentBuilder()
    .setTitle('Consentry auth server')
    .setDescription('OAuth 2.0 authorization-code flow whose consent step is JSON.')
    .setVersion('0.1.0')
    .addServer(new URL(issuer).origin)
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The session token.' },
      'session',
    )
    .addCookieAuth(issuer.startsWith('https:') ? '__Host-consentry_session' : 'consentry_session', undefined, 'cookie')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'client_id and client_secret.' }, 'client')
    .build();
  const document = SwaggerModule.createDocument(app, config, { extraModels: [OAuthErrorView, ProblemView] });
  SwaggerModule.setup('docs', app, document, { useGlobalPrefix: true });
}
