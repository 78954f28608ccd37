// The default theme without its fonts: people's own are there already, and the first page weighs half.
import theme from 'vitepress/theme-without-fonts';
import { h } from 'vue';
import mark from '../../../apps/auth-server/assets/icon.svg?raw';
import './style.css';

/** The theme's own page for a wrong address has no main landmark. */
const notFound = () =>
  h('main', { class: 'vp-doc not-found' }, [h('h1', 'There is no such page'), h('a', { href: '/' }, 'All pages')]);

/** Decoration: the name stands beside it. */
const logo = () => h('span', { class: 'mark', 'aria-hidden': 'true', innerHTML: mark });

export default {
  extends: theme,
  Layout: () => h(theme.Layout, null, { 'nav-bar-title-before': logo, 'not-found': notFound }),
};
