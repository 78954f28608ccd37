import type { ComponentChildren, JSX } from 'preact';
import { POLICY_WITHOUT_FORMS } from '../../platform/http/answers/answer-headers';
import { type AuthorizationResponse, toRedirect } from '../../protocol/request/authorization-response';
import { Parameters } from './leaving-page';
import { destinationOf } from './leaving';

/** Tells the client at a click, as it asked to be told. */
export const BackTo = ({
  response,
  class: look,
  children,
}: {
  response: AuthorizationResponse;
  class: string;
  /** With the host. */
  children: (host: ComponentChildren) => ComponentChildren;
}): JSX.Element => {
  const text = <span>{children(<bdi>{destinationOf(response.redirectUri).host}</bdi>)}</span>;
  return response.mode === 'form_post' ? (
    <form method="post" action={response.redirectUri}>
      <Parameters of={response.parameters} />
      <button class={look}>{text}</button>
    </form>
  ) : (
    <a class={look} href={toRedirect(response)} rel="noreferrer">
      {text}
    </a>
  );
};

/** Headers of a page with it: a policy for its form would hold the client's own redirects too (ADR 53). */
export const backToHeaders = (response: AuthorizationResponse | null | undefined): Readonly<Record<string, string>> =>
  response?.mode === 'form_post' ? { 'content-security-policy': POLICY_WITHOUT_FORMS } : {};
