/** 32 random bytes, as 43 characters of base64url (RFC 7636 §4.1). */
export const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
