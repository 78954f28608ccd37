/* Starts a service with a gateway and a claims class, by the packages that it is handed, and prints its port. */
module.exports = async function runService({ common, core, websockets, WsAdapter, IsString, guard }) {
  const { AccessToken, GuardModule, JwtBearerGuard, RequireScopes } = guard;

  class NotesClaims {}
  IsString()(NotesClaims.prototype, 'team');

  class NotesGateway {
    team(token) {
      return { event: 'team', data: token.claims.team };
    }
    write() {
      return { event: 'written' };
    }
  }
  const decorate = (method, ...decorators) => {
    const descriptor = Object.getOwnPropertyDescriptor(NotesGateway.prototype, method);
    for (const decorator of decorators) decorator(NotesGateway.prototype, method, descriptor);
  };
  websockets.WebSocketGateway()(NotesGateway);
  common.UseGuards(JwtBearerGuard)(NotesGateway);
  decorate('team', websockets.SubscribeMessage('team'));
  decorate('write', websockets.SubscribeMessage('write'), RequireScopes('notes:write'));
  AccessToken()(NotesGateway.prototype, 'team', 0);

  class AppModule {}
  const [issuer, audience] = process.argv.slice(2);
  common.Module({
    imports: [GuardModule.forRoot({ issuer, audience, claims: NotesClaims })],
    providers: [NotesGateway],
  })(AppModule);

  const app = await core.NestFactory.create(AppModule, { logger: ['error'] });
  app.useWebSocketAdapter(new WsAdapter(app));
  await app.listen(0, '127.0.0.1');
  console.log(String(app.getHttpServer().address().port));
};
