import { Controller, type DynamicModule, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../../examples/mcp-server/src/app.module';
import { McpController } from '../../../examples/mcp-server/src/mcp.controller';
import { freePort } from '../server/ports';

/** The example's controller at the root of its origin. */
@Controller()
class RootController extends McpController {}

/** examples/mcp-server in this process: an MCP server behind @consentry/guard. */
export class NestMcpServer {
  private app: INestApplication | undefined;

  private constructor(
    private readonly port: number,
    private readonly path: '' | '/mcp',
  ) {}

  /** Has a URL before it has an issuer, whose settings need it. @param path empty: the root of its origin. */
  static async reserve(path: '' | '/mcp' = '/mcp'): Promise<NestMcpServer> {
    return new NestMcpServer(await freePort(), path);
  }

  get url(): string {
    return `http://localhost:${this.port}${this.path}`;
  }

  /** Its entry in `RESOURCES_FILE`. */
  get resource() {
    return { url: this.url, name: 'Tools', scopes: [{ name: 'tools:use', description: 'Use the tools' }] };
  }

  async trust(issuer: { url: string }): Promise<void> {
    const example: DynamicModule = AppModule.of(issuer.url, this.url);
    const module = this.path === '' ? { ...example, controllers: [RootController] } : example;
    this.app = await NestFactory.create(module, { logger: false });
    await this.app.listen(this.port, '127.0.0.1');
  }

  async stop(): Promise<void> {
    await this.app?.close();
  }
}
