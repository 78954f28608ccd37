import type { JSX } from 'preact';
import { t } from '../messages/messages';
import { link } from '../navigation';

/** The way back to the list. */
export const Crumbs = ({ here }: { here: string }): JSX.Element => (
  <p class="crumbs">
    <a href={link('/console/applications')}>{t.applications.title}</a> <span aria-hidden="true">/</span>{' '}
    <bdi>{here}</bdi>
  </p>
);
