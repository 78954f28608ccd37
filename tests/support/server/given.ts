import { DocumentServer } from '../world/document-server';
import { Mailbox, linkIn, tokenIn } from '../world/mailbox';
import { type ServiceProcess, startProcesses } from './processes';
import { type ServerOptions, TestServer } from './server';
import { type Account, type Application, register, signUp } from '../world/world';

/** A server that starts before the tests of the block and stops after them. */
export function givenServer(options?: ServerOptions): TestServer {
  const server = new TestServer();
  beforeAll(() => server.start(options));
  afterAll(() => server.stop());
  return server;
}

/** The same with mail, the mailbox of every address, and sign-ups that read the mail which asks to confirm theirs. */
export function givenMailingServer({ env, ...options }: ServerOptions = {}) {
  const mailbox = new Mailbox();
  const server = new TestServer();
  beforeAll(async () => {
    await mailbox.start();
    await server.start({ ...options, env: { ...mailbox.env, ...env } });
  });
  afterAll(async () => {
    await server.stop();
    await mailbox.stop();
  });
  const signUpByMail = async (fields?: Parameters<typeof signUp>[1]) => {
    const account = await signUp(server, fields);
    const mail = await mailbox.next(account.email);
    return { account, mail, link: linkIn(mail), token: tokenIn(mail) };
  };
  return { server, mailbox, signUpByMail };
}

/** An account that signs up before the tests of the block. */
export function givenAccount(...[server, fields]: Parameters<typeof signUp>): Account {
  const account = {} as Account;
  beforeAll(async () => Object.assign(account, await signUp(server, fields)));
  return account;
}

/** An application that is registered before the tests of the block. */
export function givenApplication(...[server, account, fields]: Parameters<typeof register>): Application {
  const application = {} as Application;
  beforeAll(async () => Object.assign(application, await register(server, account, fields)));
  return application;
}

/** A web server for metadata documents that starts before the tests of the block and stops after them. */
export function givenSite(): DocumentServer {
  const site = new DocumentServer();
  beforeAll(() => site.start());
  afterAll(() => site.stop());
  return site;
}

/** Processes of one service, for the block: none may have answered 5xx, logged an error, or fail to stop. */
export function givenProcesses(count: number): ServiceProcess[] {
  const servers = Array.from({ length: count }, () => ({}) as ServiceProcess);
  beforeAll(async () => (await startProcesses(count)).forEach((started, at) => Object.assign(servers[at]!, started)));
  afterAll(async () => {
    for (const code of await Promise.all(servers.map(({ process }) => process.stop()))) expect(code).toBe(0);
    for (const { process } of servers) expect(process.output).not.toMatch(/"status":5\d\d|"level":"error"/);
  });
  return servers;
}
