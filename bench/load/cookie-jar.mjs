/** Cookies by name and path, as far as the peers' flows need them. */
export class CookieJar {
  #cookies = new Map();

  take(answer) {
    for (const line of answer.headers('set-cookie')) {
      const [pair, ...attributes] = line.split(/; */);
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? '/';
      const isGone = value === '' || attributes.some((text) => /^max-age=0$|^expires=Thu, 01 Jan 1970/i.test(text));
      if (isGone) this.#cookies.delete(name);
      else this.#cookies.set(name, { path, text: `${name}=${value}` });
    }
    return answer;
  }

  headerFor(path) {
    const sent = [...this.#cookies.values()].filter((cookie) => path.startsWith(cookie.path)).map(({ text }) => text);
    return sent.length === 0 ? '' : `Cookie: ${sent.join('; ')}\r\n`;
  }
}
