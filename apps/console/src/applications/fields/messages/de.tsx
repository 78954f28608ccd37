import { fields } from '../../../messages/fields.de';
import type { Messages } from './words';

const OF_FAPI = 'Das Sicherheitsprofil FAPI 2.0 verlangt das.';
const ALGORITHM = 'Wählen Sie einen anderen: FAPI 2.0 erlaubt nur PS256, ES256, EdDSA und Ed25519.';

export const de: Messages = {
  everyScope: 'Alle Scopes, auch künftige',
  anyAlgorithm: 'Beliebig',
  unsaved: 'Es gibt nicht gespeicherte Änderungen.',

  groups: {
    shown: { title: 'Was Nutzer sehen', text: 'Wenn sie um Zugriff gebeten werden und in der Liste ihrer Apps.' },
    access: { title: 'Scopes und Grants', text: 'Worum die Anwendung bitten darf und wie sie Tokens bekommt.' },
    signIn: {
      title: 'Anmeldung und Weiterleitung',
      text: 'Wo die Anwendung läuft und wie lange eine Anmeldung her sein darf.',
    },
    signOut: {
      title: 'Abmeldung',
      text: 'Wohin Nutzer danach gelangen und wie die Anwendung davon erfährt.',
    },
    tokens: {
      title: 'Tokens',
      text: 'Was ID-Tokens enthalten und was gilt, wenn Tokens verloren gehen oder gestohlen werden.',
    },
    authentication: {
      title: 'Schlüssel und Authentifizierung',
      text: 'Wie die Anwendung sich ausweist und welche öffentlichen Schlüssel sie hat.',
    },
    security: {
      title: 'Sicherheit',
      text: 'Mit jeder dieser Einstellungen lehnt der Server Anfragen ab, die er bisher angenommen hat.',
    },
  },

  fields: {
    name: { label: 'Name', hint: 'Nutzer sehen ihn, wenn sie um Zugriff gebeten werden.', wrong: fields.name },
    description: {
      label: 'Beschreibung',
      hint: 'Ein oder zwei Sätze dazu, was die Anwendung tut. Standard: keine.',
      wrong: 'Verwenden Sie höchstens 2.000 Zeichen.',
    },
    homepage_uri: {
      label: 'Website',
      hint: 'Für Nutzer, die mehr über die Anwendung wissen möchten. Standard: keine.',
      wrong: 'Geben Sie eine Webadresse wie https://app.example.com ein.',
    },
    logo_uri: {
      label: 'Adresse des Logos',
      hint: 'Ein Bild auf Ihrer Website. Dieser Server zeigt eine Kopie davon. Standard: der erste Buchstabe des Namens.',
      wrong: 'Geben Sie eine Webadresse wie https://app.example.com/logo.png ein.',
    },
    policy_uri: {
      label: 'Datenschutzerklärung',
      hint: 'Eine Seite dazu, was mit den Daten der Nutzer passiert. Standard: keine.',
      wrong: 'Geben Sie eine Webadresse wie https://app.example.com/privacy ein.',
    },
    tos_uri: {
      label: 'Nutzungsbedingungen',
      hint: 'Eine Seite mit den Bedingungen, denen Nutzer zustimmen. Standard: keine.',
      wrong: 'Geben Sie eine Webadresse wie https://app.example.com/terms ein.',
    },
    contacts: {
      label: 'Kontakte',
      hint: 'Wie die Verantwortlichen zu erreichen sind, zum Beispiel per E-Mail. Ein Kontakt pro Zeile. Standard: keine.',
      wrong: 'Verwenden Sie höchstens 10 verschiedene Zeilen mit je höchstens 254 Zeichen.',
    },

    scopes: {
      label: 'Scopes',
      hint: 'Worum die Anwendung Nutzer bitten darf. Standard: alle Scopes.',
      wrong: 'Wählen Sie mindestens einen Scope.',
    },
    authorization_details_types: {
      label: 'Typen von Authorization Details',
      hint: 'Welche Typen die Anwendung anfragen darf (RFC 9396), einer pro Zeile. Standard: alle.',
      wrong: 'Geben Sie einen Typ pro Zeile ein, ohne Leerzeichen und Anführungszeichen.',
    },
    grant_types: {
      label: 'Grant-Typen',
      hint: 'Wie die Anwendung Tokens bekommen darf. Standard: Authorization Code und Refresh-Token.',
      wrong:
        'Wählen Sie mindestens einen. Zum Authorization Code gehört das Refresh-Token. Client Credentials und Token Exchange sind nur für Anwendungen mit Secret. FAPI 2.0 erlaubt keinen Device Code.',
      options: {
        authorization_code: 'Authorization Code: Nutzer erlauben den Zugriff im Browser',
        refresh_token: 'Refresh-Token: neue Access-Tokens ohne den Nutzer',
        client_credentials: 'Client Credentials: Die Anwendung handelt im eigenen Namen',
        'urn:ietf:params:oauth:grant-type:device_code':
          'Device Code: Nutzer geben den Code auf einem anderen Gerät ein',
        'urn:ietf:params:oauth:grant-type:token-exchange':
          'Token Exchange: Aufruf eines anderen Dienstes für denselben Nutzer',
      },
    },
    client_credentials_scopes: {
      label: 'Scopes im eigenen Namen',
      hint: 'Was die Anwendung mit Client Credentials darf. Standard: nichts.',
      wrong: 'Wählen Sie aus diesen Scopes.',
    },

    application_type: {
      label: 'Art der Anwendung',
      hint: 'Wo sie läuft. Standard: Web.',
      wrong: 'Wählen Sie eine der beiden Arten.',
      options: {
        web: 'Web: auf einem Server oder im Browser',
        native: 'Nativ: auf dem Telefon oder Computer des Nutzers',
      },
    },
    loopback_any_port: {
      label: 'Jeden Port auf dem Computer des Nutzers erlauben',
      hint: 'Für Weiterleitungen zu 127.0.0.1, [::1] und localhost, wo native Apps einen beliebigen freien Port öffnen. Standard: an bei nativen Anwendungen.',
      wrong: OF_FAPI,
    },
    default_max_age: {
      label: 'Höchstalter der Anmeldung in Sekunden',
      hint: 'Nutzer, deren Anmeldung länger her ist, melden sich neu an. Eine Anfrage darf ein eigenes max_age haben. Standard: unbegrenzt.',
      wrong: 'Geben Sie eine ganze Zahl von 0 bis 999.999.999 ein.',
    },

    post_logout_redirect_uris: {
      label: 'Redirect-URIs nach der Abmeldung',
      hint: 'Wohin Nutzer nach der Abmeldung weitergeleitet werden dürfen, eine pro Zeile. Sie müssen genau übereinstimmen. Standard: keine.',
      wrong:
        'Geben Sie höchstens 20 verschiedene Adressen ein, eine pro Zeile. Es gelten die Regeln für Redirect-URIs.',
    },
    backchannel_logout_uri: {
      label: 'Adresse für Back-Channel-Logout',
      hint: 'Dieser Server ruft sie auf, wenn ein Nutzer sich abmeldet. Standard: keine.',
      wrong: 'Geben Sie eine Webadresse wie https://app.example.com/logout ein.',
    },
    backchannel_logout_session_required: {
      label: 'Die Sitzung in Logout-Tokens nennen (sid)',
      hint: 'Für Anwendungen, die eine einzelne Sitzung beenden und die anderen des Nutzers behalten. Standard: aus.',
      wrong: OF_FAPI,
    },

    profile_in_id_token: {
      label: 'Name und E-Mail-Adresse auch in ID-Tokens',
      hint: 'Für Anwendungen, die userinfo nicht abrufen. Standard: aus.',
      wrong: OF_FAPI,
    },
    require_auth_time: {
      label: 'Immer den Zeitpunkt der Anmeldung in ID-Tokens',
      hint: 'Als auth_time, auch wenn die Anfrage nicht danach verlangt. Standard: aus.',
      wrong: OF_FAPI,
    },
    id_token_signed_response_alg: {
      label: 'Signatur der ID-Tokens',
      hint: 'Der Algorithmus, mit dem dieser Server sie signiert. Standard: RS256.',
      wrong: ALGORITHM,
    },
    refresh_retry_window: {
      label: 'Erneuerung wiederholen, in Sekunden',
      hint: 'Wie lange dasselbe Refresh-Token noch einmal gültig ist, falls die Antwort verloren ging. 0: nie. Standard: die Einstellung des Servers.',
      wrong: 'Geben Sie eine ganze Zahl von 0 bis 60 ein. FAPI 2.0 verlangt 60.',
    },
    dpop_bound_access_tokens: {
      label: 'Tokens an einen Schlüssel binden (DPoP)',
      hint: 'Ein gestohlenes Access-Token ist dann ohne den Schlüssel wertlos. Standard: aus.',
      wrong: OF_FAPI,
    },

    token_endpoint_auth_method: {
      label: 'Authentifizierung',
      hint: 'Wie die Anwendung sich ausweist, wenn sie Tokens abruft. Standard: mit einem Secret, per HTTP Basic oder im Body.',
      wrong:
        'Für eine signierte Assertion ist ein JWK Set oder dessen Adresse nötig. FAPI 2.0 verlangt eine signierte Assertion.',
      options: {
        unset: 'Secret, per HTTP Basic oder im Body',
        client_secret_basic: 'Secret, nur per HTTP Basic',
        client_secret_post: 'Secret, nur im Body',
        private_key_jwt: 'Signierte Assertion (private_key_jwt)',
      },
    },
    require_client_authentication: {
      label: 'Authentifizierung auch bei jeder Erneuerung verlangen',
      hint: 'Sonst genügt bei GET /oauth2/access_token ein Refresh-Token. Standard: an bei Server-Apps, die hier registriert wurden.',
      wrong: OF_FAPI,
    },
    token_endpoint_auth_signing_alg: {
      label: 'Signatur der Assertions',
      hint: 'Der einzige Algorithmus, den dieser Server dafür annimmt. Standard: jeder, den er unterstützt.',
      wrong: ALGORITHM,
    },
    client_assertion_audience: {
      label: 'Empfänger der Assertions',
      hint: 'Welches aud dieser Server darin annimmt. Standard: nur den Issuer.',
      wrong: 'FAPI 2.0 erlaubt nur den Issuer.',
      options: { issuer: 'Nur der Issuer', any: 'Der Issuer oder die aufgerufene Adresse, bis zu eine Stunde gültig' },
    },
    jwks: {
      label: 'JWK Set',
      hint: 'Die öffentlichen Schlüssel der Anwendung, als JSON mit einer Liste keys. Standard: keine.',
      wrong:
        'Geben Sie JSON wie {"keys": [{"kty": "EC", …}]} ein, nur mit öffentlichen Schlüsseln und je einer eigenen kid. FAPI 2.0 verlangt Schlüssel für PS256, ES256 oder EdDSA, hier oder unter einer Adresse.',
    },
    jwks_uri: {
      label: 'Adresse des JWK Sets',
      hint: 'Statt des JWK Sets darüber: Die Anwendung kann ihre Schlüssel dann selbst austauschen. Standard: keine.',
      wrong: 'Geben Sie eine Webadresse wie https://app.example.com/jwks ein und lassen Sie das JWK Set darüber leer.',
    },

    security_profile: {
      label: 'Sicherheitsprofil',
      hint: 'FAPI 2.0 aktiviert, was es verlangt, und lehnt Einstellungen ab, die dem widersprechen. Standard: das Profil des Servers.',
      wrong: 'FAPI 2.0 braucht einen Server, dessen ACCESS_TOKEN_ALG ES256 oder EdDSA ist.',
      options: { unset: 'Das des Servers', fapi2: 'FAPI 2.0' },
    },
    require_pkce: {
      label: 'Anfragen ohne PKCE ablehnen',
      hint: 'Mit PKCE ist ein gestohlener Code wertlos. Standard: aus.',
      wrong: OF_FAPI,
    },
    require_pushed_authorization_requests: {
      label: 'Nur hinterlegte Anfragen annehmen (PAR)',
      hint: 'Ihre Parameter laufen nicht durch den Browser. Standard: aus.',
      wrong: OF_FAPI,
    },
    require_signed_request_object: {
      label: 'Nur signierte Anfragen annehmen (JAR)',
      hint: 'Ihre Parameter lassen sich unterwegs nicht ändern. Dazu gehört ein JWK Set oder dessen Adresse. Standard: aus.',
      wrong: OF_FAPI,
    },
    request_object_signing_alg: {
      label: 'Signatur der Anfragen',
      hint: 'Der einzige Algorithmus, den dieser Server für signierte Anfragen annimmt. Standard: jeder, den er unterstützt.',
      wrong: ALGORITHM,
    },
  },
};
