import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, callRoute } from '../api/api';
import type { components } from '../api/generated/schema';
import { useLoaded } from '../api/use-loaded';
import { CodeBlock } from '../controls/code-block';
import { WhenLoaded } from '../controls/when-loaded';
import { t } from '../messages/messages';
import type { OfApplication } from './of-application';

type Starts = components['schemas']['QuickStartListView']['items'];

/** Programs of the first sign-in, by the server; the secret goes into the shell's line while it is on the screen. */
export const QuickStart = ({
  application,
  secret,
}: OfApplication & { secret: string | undefined }): JSX.Element | null => {
  const { client_id: clientId, redirect_uris: uris } = application;
  const loaded = useLoaded(
    () => {
      const params = { path: { client_id: clientId } };
      return callRoute(() => api.GET('/api/applications/{client_id}/quick-starts', { params }));
    },
    [clientId, ...uris].join(' '),
  );
  if (loaded.state === 'loaded' && loaded.value.items.length === 0) return null;
  return (
    <section class="card" aria-labelledby="quick-start">
      <WhenLoaded loaded={loaded}>
        {({ items }) => <Starts items={items} secret={application.client_type === 'public' ? null : (secret ?? '…')} />}
      </WhenLoaded>
    </section>
  );
};

/** @param secret `null`: the application has none */
const Starts = ({ items, secret }: { items: Starts; secret: string | null }) => {
  const [tool, setTool] = useState(items[0]?.tool);
  const shown = items.find((item) => item.tool === tool) ?? items[0];
  return (
    <>
      <header>
        <div>
          <h2 id="quick-start">{t.quickStart.title}</h2>
          <p>{t.quickStart.text}</p>
        </div>
        <div class="seg" role="group" aria-label={t.quickStart.tool}>
          {items.map(({ tool: one }) => (
            <button key={one} type="button" aria-pressed={one === shown?.tool} onClick={() => setTool(one)}>
              {t.quickStart.tools[one]}
            </button>
          ))}
        </div>
      </header>
      <div class="pane">
        {secret !== null && (
          <CodeBlock
            title={secret === '…' ? t.quickStart.secretElsewhere : t.quickStart.secretHere}
            of={t.quickStart.ofShell}
            text={`export CLIENT_SECRET='${secret}'`}
          />
        )}
        {shown?.steps.map(({ file, text }, at) => (
          <CodeBlock
            key={`${shown.tool} ${at}`}
            title={file === null ? t.quickStart.shell : t.quickStart.file(file)}
            of={file ?? t.quickStart.ofShell}
            text={text}
          />
        ))}
      </div>
    </>
  );
};
