import type { Theme } from './visit';

/** The person's choice; without it the system decides. */
export const THEME_COOKIE = 'consentry_theme';

export const themeOf = (value: string | null | undefined): Theme | null =>
  value === 'light' || value === 'dark' ? value : null;
