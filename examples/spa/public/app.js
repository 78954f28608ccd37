const { InMemoryWebStorage, UserManager, WebStorageStateStore } = globalThis.oidc;
const $ = (id) => document.getElementById(id);
const { authUrl, apiUrl, clientId } = await (await fetch('settings.json')).json();

const manager = new UserManager({
  authority: authUrl,
  client_id: clientId,
  redirect_uri: `${location.origin}/`,
  scope: 'openid notes:read',
  // The page keeps tokens in memory: a reload loses them, and a foreign script finds none in storage.
  userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  // State and verifier of a sign-in have to outlive the redirect, for this tab alone.
  stateStore: new WebStorageStateStore({ store: sessionStorage }),
});

function show(status, isSignedIn) {
  $('status').textContent = status;
  $('sign-in').hidden = isSignedIn;
  $('read').hidden = $('sign-out').hidden = !isSignedIn;
}

/** Calls the API; a token that it refuses is refreshed once. */
async function call(path) {
  const get = ({ access_token: token }) => fetch(apiUrl + path, { headers: { Authorization: `Bearer ${token}` } });
  const answer = await get(await manager.getUser());
  return answer.status === 401 ? get(await manager.signinSilent()) : answer;
}

async function read() {
  $('notes').replaceChildren();
  const answer = await call('/notes').catch(() => null);
  if (answer === null) return signedOut('Your access has ended. Sign in again.');
  if (!answer.ok) return show(`The service answered ${answer.status}.`, true);
  const { notes } = await answer.json();
  $('notes').append(...notes.map((note) => Object.assign(document.createElement('li'), { textContent: note })));
  return show('You are signed in.', true);
}

async function signedOut(status) {
  await manager.removeUser();
  $('notes').replaceChildren();
  show(status, false);
}

$('sign-in').onclick = () => manager.signinRedirect();
$('read').onclick = read;
$('sign-out').onclick = async () => {
  await manager.revokeTokens(['refresh_token']);
  await signedOut('You are signed out here.');
};

if (new URLSearchParams(location.search).has('state')) {
  const arrived = location.href;
  history.replaceState(null, '', '/'); // the code is out of the address before anything else happens
  await manager.signinCallback(arrived).then(read, ({ message }) => signedOut(`Not signed in: ${message}`));
} else show('You are not signed in.', false);
