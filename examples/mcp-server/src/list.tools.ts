import type { VerifiedAccessToken } from '@consentry/guard';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

/** A shopping list for each account, in memory. */
@Injectable()
export class ListTools {
  private readonly lists = new Map<string, string[]>();

  /** The tools for the account whose token came with the call. */
  serverFor({ subject }: VerifiedAccessToken): McpServer {
    const server = new McpServer({ name: 'shopping', version: '1.0.0' });
    const list = this.lists.get(subject) ?? [];
    server.registerTool('whoami', { description: 'The account that this client acts for' }, () => text(subject));
    server.registerTool('read_list', { description: 'What is to be bought' }, () => text(list.join('\n')));
    const inputSchema = { item: z.string().max(100) };
    server.registerTool('add_item', { description: 'Adds to the list', inputSchema }, ({ item }) => {
      this.lists.set(subject, [...list, item]);
      return text(`${item} is on the list`);
    });
    return server;
  }
}
