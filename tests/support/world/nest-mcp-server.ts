import { AccessToken, GuardModule, JwtBearerGuard, RequireScopes, type VerifiedAccessToken } from '@consentry/guard';
import { ProtectedResourceModule } from '@consentry/guard/mcp';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  Controller,
  Get,
  type INestApplication,
  MethodNotAllowedException,
  Module,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { Request, Response } from 'express';
import { freePort } from '../server/ports';

/** Streamable HTTP without sessions: each call has a server of its own. */
@Controller()
class ToolsController {
  @Post()
  async answer(@Req() request: Request, @Res() response: Response, @AccessToken() token: VerifiedAccessToken) {
    const server = new McpServer({ name: 'tools', version: '1.0.0' });
    server.registerTool('whoami', { description: 'Who is asking' }, () => ({
      content: [{ type: 'text', text: `${token.subject} by ${token.clientId}` }],
    }));
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  }

  @Get()
  stream() {
    throw new MethodNotAllowedException('This server begins no messages');
  }
}

/** An MCP server as a Nest controller behind @consentry/guard. */
export class NestMcpServer {
  private app: INestApplication | undefined;

  private constructor(
    private readonly port: number,
    private readonly path: string,
    private readonly scope: string,
  ) {}

  /** Has a URL before it has an issuer, whose settings need it. @param path empty: the root of its origin. */
  static async reserve(path = '/mcp', scope = 'tools:use'): Promise<NestMcpServer> {
    return new NestMcpServer(await freePort(), path, scope);
  }

  get url(): string {
    return `http://localhost:${this.port}${this.path}`;
  }

  /** Its entry in `RESOURCES_FILE`. */
  get resource() {
    return { url: this.url, name: 'Tools', scopes: [{ name: this.scope, description: 'Use the tools' }] };
  }

  async trust(issuer: { url: string }): Promise<void> {
    @RequireScopes(this.scope)
    class Tools extends ToolsController {}
    @Module({
      imports: [GuardModule.forRoot({ issuer: issuer.url, audience: this.url }), ProtectedResourceModule.forRoot()],
      controllers: [Tools],
      providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
    })
    class AppModule {}
    this.app = await NestFactory.create(AppModule, { logger: false });
    this.app.setGlobalPrefix(this.path);
    await this.app.listen(this.port, '127.0.0.1');
  }

  async stop(): Promise<void> {
    await this.app?.close();
  }
}
