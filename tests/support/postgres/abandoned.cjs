// Starts a cluster, prints its address, and waits to be killed by the test.
const { readFileSync } = require('node:fs');
const { ModuleKind, transpileModule } = require('typescript');

require.extensions['.ts'] = (module, file) => {
  const compilerOptions = { module: ModuleKind.CommonJS, esModuleInterop: true };
  module._compile(transpileModule(readFileSync(file, 'utf8'), { compilerOptions }).outputText, file);
};
const { PostgresCluster } = require('./cluster.ts');

PostgresCluster.start().then(({ url, folder }) => process.send({ url, path: folder.path }));
process.on('disconnect', () => process.exit(0));
