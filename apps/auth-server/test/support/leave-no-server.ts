import { TestServer } from './server';

afterAll(() => TestServer.killAll());
