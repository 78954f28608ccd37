import * as auth125 from 'mcp-sdk-1.25/client/auth.js';
import * as client125 from 'mcp-sdk-1.25/client/index.js';
import * as http125 from 'mcp-sdk-1.25/client/streamableHttp.js';
import * as auth129 from 'mcp-sdk-1.29/client/auth.js';
import * as client129 from 'mcp-sdk-1.29/client/index.js';
import * as http129 from 'mcp-sdk-1.29/client/streamableHttp.js';
import * as auth from '@modelcontextprotocol/sdk/client/auth.js';
import * as client from '@modelcontextprotocol/sdk/client/index.js';
import * as http from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { McpSdk } from '@consentry/test-support/world/mcp-client';

type Sdk = McpSdk & Pick<typeof auth, 'UnauthorizedError'>;

/** Versions that clients in the field have; their types differ in what no test here touches. */
export const MCP_SDKS: [version: string, Sdk][] = [
  ['1.25.3', { ...auth125, ...client125, ...http125 } as unknown as Sdk],
  ['1.29.0', { ...auth129, ...client129, ...http129 } as unknown as Sdk],
  ['newest', { ...auth, ...client, ...http }],
];
