import type { Rule, Tree } from '@angular-devkit/schematics';
import * as ts from 'typescript';

import { findGuarded } from '../../app/guarded';
import { decoratorCall, parseSource } from '../../source/parse-source';
import { workspaceFiles } from '../../source/workspace-files';

/**
 * Names the gateways that 0.1 left open beside a global guard: 0.2 stops the start there. It writes nothing, as only a
 * person knows which of the two was meant.
 */
export function openGateways(): Rule {
  return (tree, { logger }) => {
    if (findGuarded(tree, '').global === undefined) return;
    for (const { path, name } of gateways(tree))
      logger.warn(
        `${path}: the guard did not guard ${name}, and from now on stops the start. Put one of these above the class:\n` +
          '  @UseGuards(JwtBearerGuard)  to guard it: connections then need an access token\n' +
          '  @Public()                   to leave it open',
      );
  };
}

function gateways(tree: Tree): { path: string; name: string }[] {
  return workspaceFiles(tree, ['ts']).flatMap((path) => {
    const text = tree.readText(path);
    if (!text.includes('@WebSocketGateway')) return [];
    return parseSource(path, text)
      .statements.filter(ts.isClassDeclaration)
      .filter((one) => decoratorCall(one, 'WebSocketGateway') !== undefined && !saysWhatItMeans(one))
      .map(({ name }) => ({ path, name: name?.text ?? 'a gateway' }));
  });
}

function saysWhatItMeans(gateway: ts.ClassDeclaration): boolean {
  const guards = decoratorCall(gateway, 'UseGuards')?.arguments ?? [];
  return decoratorCall(gateway, 'Public') !== undefined || guards.some((one) => /JwtBearerGuard/.test(one.getText()));
}
