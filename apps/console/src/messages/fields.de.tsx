import type { Messages } from './en';

export const fields: Messages['fields'] = {
  name: 'Verwenden Sie 1 bis 200 Zeichen, darunter mindestens einen Buchstaben oder eine Ziffer.',
  image: 'Verwenden Sie ein unbewegtes Bild (PNG, JPEG oder WebP) mit höchstens 64 KB und 1024 × 1024 Pixeln.',
  redirect_uris: 'Der Server nimmt diese Adresse nicht an.',
  password: 'E-Mail-Adresse oder Passwort ist falsch.',
};

export const redirectUris: Messages['redirectUris'] = {
  relative: 'Geben Sie die vollständige Adresse mit ihrem Schema ein, zum Beispiel https://app.example.com/callback',
  plainHttp: (
    <>
      Verwenden Sie <b>https</b>. Unverschlüsseltes http ist nur für localhost, 127.0.0.1 und [::1] erlaubt.
    </>
  ),
  scheme: (
    <>
      Verwenden Sie <b>https</b>. Ein eigenes Schema ist nur für Apps ohne Secret und muss einen Punkt enthalten:
      com.example.app:/back
    </>
  ),
  fragment: (
    <>
      Entfernen Sie das <b>#</b>: Fragmente sind nicht erlaubt.
    </>
  ),
  wildcard: (
    <>
      Entfernen Sie den <b>*</b>: Tragen Sie stattdessen jede Adresse ein.
    </>
  ),
  userName: 'Entfernen Sie Benutzernamen und Passwort vor dem Host.',
  characters: 'Leerzeichen, Backslashes und Zeichen außerhalb von ASCII müssen prozentkodiert sein.',
  long: 'Verwenden Sie höchstens 2.048 Zeichen.',
  same: 'Diese Adresse ist schon eingetragen.',
  parameter: (name) => (
    <>
      Ihr Query-Teil darf <b>{name}</b> nicht enthalten: Das ergänzt die Antwort.
    </>
  ),
  slash: (other) => (
    <>Sie unterscheidet sich von {other} nur durch den Schrägstrich am Ende. Es sind zwei verschiedene Adressen.</>
  ),
};
