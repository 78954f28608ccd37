import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A layer of an image. */
export interface Layer {
  /** The paths of its files, with a slash before. */
  files: string[];
  /** Of all files, one after the other. */
  content: Buffer;
  /** In megabytes; a registry has it compressed. */
  size: { compressed: number; unpacked: number };
}

/** @param folder written by `buildah push … dir:`. */
export function readLayers(folder: string): Layer[] {
  const { layers } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    layers: { digest: string }[];
  };
  return layers.map(({ digest }) => readLayer(join(folder, digest.replace('sha256:', ''))));
}

function readLayer(file: string): Layer {
  const listed = execFileSync('tar', ['--list', '--gzip', '--file', file], { encoding: 'utf8', maxBuffer: 64 << 20 });
  const files = listed.split('\n').filter((path) => path !== '' && !path.endsWith('/'));
  const compressed = readFileSync(file);
  const content = gunzipSync(compressed);
  const size = { compressed: megabytes(compressed), unpacked: megabytes(content) };
  return { files: files.map((path) => `/${path}`), content, size };
}

const megabytes = ({ length }: Buffer) => Math.round(length / 1e5) / 10;
