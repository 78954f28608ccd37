// The default theme wraps its search box in role="button" and puts links into options: a screen reader finds neither.
const CHANGES = [
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
];

/** A plugin for Vite that mends the box, and fails the build once the theme has another. */
export const accessibleSearchBox = {
  name: 'accessible-search-box',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined;
    return CHANGES.reduce((mended, [from, to]) => {
      const next = mended.replace(from, to);
      if (next === mended) throw new Error(`VitePress' search box is not the one that is mended here: no ${from}`);
      return next;
    }, code);
  },
};
