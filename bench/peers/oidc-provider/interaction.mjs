/**
 * The pages that the library does not have: `GET /interaction/<uid>` is the consent screen as JSON, `POST …/login` and
 * `POST …/confirm` the answers.
 */
export async function interact(provider, request, response) {
  const [, , , action] = request.url.split('/');
  if (action === 'login') {
    const accountId = (await readForm(request)).get('account');
    return provider.interactionFinished(request, response, { login: { accountId } });
  }
  const details = await provider.interactionDetails(request, response);
  if (action === undefined) return show(response, details);
  return provider.interactionFinished(request, response, { consent: { grantId: await grant(provider, details) } });
}

function show(response, { uid, prompt, params, session }) {
  const body = JSON.stringify({ uid, prompt: prompt.name, scope: params.scope, account: session?.accountId });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

/** As in the library's example: extends the grant, or creates one. */
async function grant({ Grant }, { grantId, params, prompt, session: { accountId } }) {
  const grant = grantId ? await Grant.find(grantId) : new Grant({ accountId, clientId: params.client_id });
  const { missingResourceScopes = {} } = prompt.details;
  for (const [resource, scopes] of Object.entries(missingResourceScopes))
    grant.addResourceScope(resource, scopes.join(' '));
  return grant.save();
}

async function readForm(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
