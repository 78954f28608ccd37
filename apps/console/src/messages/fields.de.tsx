import type { Messages } from './messages';

export const fields: Messages['fields'] = {
  name: 'Verwenden Sie 1 bis 200 Zeichen, darunter einen Buchstaben oder eine Ziffer.',
  image: 'Verwenden Sie ein stehendes Bild (PNG, JPEG oder WebP) mit höchstens 64 KB und 1024 × 1024 Pixeln.',
  redirect_uris: 'Der Server nimmt diese Adresse nicht an.',
  password: 'Diese E-Mail und dieses Passwort gehören nicht zusammen.',
};

export const redirectUris: Messages['redirectUris'] = {
  relative: 'Schreiben Sie die ganze Adresse, mit ihrem Schema: https://app.example.com/callback',
  plainHttp: (
    <>
      Nehmen Sie <b>https</b>. Bloßes http ist nur für localhost, 127.0.0.1 und [::1].
    </>
  ),
  scheme: (
    <>
      Nehmen Sie <b>https</b>. Ein eigenes Schema ist für Apps ohne Secret und enthält einen Punkt:
      com.example.app:/back
    </>
  ),
  fragment: (
    <>
      Kein <b>#</b>.
    </>
  ),
  wildcard: (
    <>
      Kein <b>*</b>: nennen Sie jede Adresse.
    </>
  ),
  userName: 'Kein Benutzername oder Passwort vor dem Host.',
  characters: 'Keine Leerzeichen, Backslashes oder Zeichen außerhalb von ASCII: schreiben Sie sie kodiert.',
  long: 'Länger als 2.048 Zeichen.',
  same: 'Sie ist schon da.',
  parameter: (name) => (
    <>
      Ihr Query darf <b>{name}</b> nicht enthalten: das bringt die Antwort mit.
    </>
  ),
  slash: (other) => <>Sie unterscheidet sich von {other} nur durch einen Schrägstrich am Ende: das sind zwei.</>,
};
