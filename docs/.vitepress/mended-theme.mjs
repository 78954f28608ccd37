// What the default theme does wrong, or otherwise than this site needs it.
import { basename } from 'node:path';
import { URL, fileURLToPath } from 'node:url';

const SEARCH = fileURLToPath(new URL('search.mjs', import.meta.url)).replaceAll('\\', '/');

const CHANGES = {
  'VPLocalSearchBox.vue': [
    // Words are searched as search.mjs says, and a whole error message fits in.
    [/import MiniSearch, .+\n/, `$&import { search } from '${SEARCH}'\n`],
    [/index\s+\.search\(filterTextValue\)/, 'search(index, filterTextValue)'],
    [/maxlength="64"/, 'maxlength="300"'],
    // The box is wrapped in role="button", and has links in options: a screen reader finds neither.
    [
      /role="button"\s+:aria-owns="[^"]+"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
      'role="dialog" aria-modal="true"',
    ],
    [
      /:id="'localsearch-item-' \+ index"\s+:aria-selected="([^"]+)"\s+role="option"\s+>\s+<a/,
      `role="presentation"><a role="option" :id="'localsearch-item-' + index" :aria-selected="$1"`,
    ],
    [/:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/, ''],
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
    [/<input\s/, `<input role="combobox" :aria-expanded="results?.length ? 'true' : 'false'" `],
  ],
  'VPSidebarItem.vue': [
    // A group that opens is a button with a button in it, deaf to the space bar; one that cannot open is a button, too.
    [/isLink\.value \? undefined : 'button'/, `collapsible.value && !isLink.value ? 'button' : undefined`],
    [/:role="itemRole"/, '$& :aria-expanded="itemRole && !collapsed"'],
    [/:tabindex="item\.items && 0"/, ':tabindex="itemRole && 0"'],
    [
      /(?<='key' in e) && e\.key !== 'Enter'\) \{/,
      `) {\n    if (e.key === ' ' && !props.item.link) e.preventDefault(), toggle()\n    if (e.key !== 'Enter')`,
    ],
    [
      /role="button"\s+aria-label="toggle section"/,
      `:role="item.link && 'button'" :aria-label="item.link && item.text + ', pages below'" :aria-expanded="item.link && !collapsed"`,
    ],
    [/(?<=@keydown\.enter="onCaretClick"\s+)tabindex="0"/, ':tabindex="item.link && 0"'],
  ],
};

/** A plugin for Vite that mends the theme, and fails the build once it has other components. */
export const mendedTheme = {
  name: 'mended-theme',
  enforce: 'pre',
  transform(code, id) {
    return CHANGES[basename(id)]?.reduce((mended, [from, to]) => {
      const next = mended.replace(from, to);
      if (next === mended) throw new Error(`${basename(id)} is not the one that is mended here: no ${from}`);
      return next;
    }, code);
  },
};
