import { AccessToken, RequireScopes, type VerifiedAccessToken } from '@consentry/guard';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Body, Controller, Get, Header, MethodNotAllowedException, Post, Req, Res } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ListTools } from './list.tools';

@Controller('mcp')
@RequireScopes('tools:use')
export class McpController {
  constructor(private readonly tools: ListTools) {}

  @Post()
  async answer(
    @Req() request: IncomingMessage,
    @Res() response: ServerResponse,
    @Body() message: unknown,
    @AccessToken() token: VerifiedAccessToken,
  ) {
    // Without a session id nothing is kept between calls, so that any process may answer the next one.
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = this.tools.serverFor(token);
    response.on('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, message);
  }

  /** Clients try to open a stream of messages, which this server does not offer. */
  @Get()
  @Header('Allow', 'POST')
  stream() {
    throw new MethodNotAllowedException();
  }
}
