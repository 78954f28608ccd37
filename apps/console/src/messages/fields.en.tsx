import type { ComponentChildren } from 'preact';

type Text = ComponentChildren;

/** At fields that the server refuses, by their names in the API. */
export const fields = {
  name: 'Use 1 to 200 characters, including a letter or digit.',
  image: 'Use a still PNG, JPEG or WebP image of at most 64 KB and 1024 × 1024 pixels.',
  redirect_uris: 'The server does not accept this address.',
  password: 'Wrong email or password.',
};

/** Of redirect URIs, while they are typed. */
export const redirectUris = {
  relative: 'Enter the whole address with its scheme, like https://app.example.com/callback',
  plainHttp: (
    <>
      Use <b>https</b>. Plain http is for localhost, 127.0.0.1 and [::1] only.
    </>
  ),
  scheme: (
    <>
      Use <b>https</b>. A custom scheme is for apps without a secret and must contain a dot: com.example.app:/back
    </>
  ),
  fragment: (
    <>
      Remove the <b>#</b>: fragments are not allowed.
    </>
  ),
  wildcard: (
    <>
      Remove the <b>*</b>: list each address instead.
    </>
  ),
  userName: 'Remove the user name and password before the host.',
  characters: 'Spaces, backslashes and non-ASCII letters must be percent-encoded.',
  long: 'Use at most 2,048 characters.',
  same: 'This one is already listed.',
  parameter: (name: string): Text => (
    <>
      Its query can’t contain <b>{name}</b>: the response adds it.
    </>
  ),
  slash: (other: string): Text => (
    <>It differs from {other} only in the final slash. The two do not match each other.</>
  ),
};
