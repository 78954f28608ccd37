/* Prints the error of a start, by the framework and the guard that it is handed. */
module.exports = async function startWithClaims({ Module, NestFactory, GuardModule }) {
  class NotesClaims {}
  class AppModule {}
  const [issuer, audience] = ['https://auth.example.com', 'https://notes.example.com'];
  Module({ imports: [GuardModule.forRoot({ issuer, audience, claims: NotesClaims })] })(AppModule);
  try {
    await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
    console.log('started');
  } catch (error) {
    console.log(error.message);
  }
};
