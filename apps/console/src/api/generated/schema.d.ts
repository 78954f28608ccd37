export interface paths {
  '/api/version': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the version of this API */
    get: operations['VersionController_show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/account/roles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the roles of the account: developer may register applications, admin may administer this server */
    get: operations['RolesController_show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the signed-in account */
    get: operations['SessionController_show'];
    put?: never;
    /** Sign in */
    post: operations['SessionController_signIn'];
    /** Sign out; the session ends at once */
    delete: operations['SessionController_signOut'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List your applications, the newest first */
    get: operations['ApplicationsController_list'];
    put?: never;
    /** Register an application; if DEVELOPERS is invited, the account needs the role */
    post: operations['ApplicationsController_register'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications/{client_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an application; never a secret */
    get: operations['ApplicationsController_show'];
    put?: never;
    post?: never;
    /** Delete an application; its grants and token families end */
    delete: operations['ApplicationsController_delete'];
    options?: never;
    head?: never;
    /** Change an application */
    patch: operations['ApplicationsController_change'];
    trace?: never;
  };
  '/api/applications/{client_id}/logo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Upload the logo that pages show; it takes the place of logo_uri, which becomes null */
    put: operations['ApplicationLogoController_upload'];
    post?: never;
    /** Remove the logo, also one from logo_uri, which becomes null */
    delete: operations['ApplicationLogoController_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications/{client_id}/secret-hints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the secrets, each with its last four characters */
    get: operations['ClientSecretsController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications/{client_id}/secrets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Add a secret; old ones stay valid, a replaced one for 24 hours */
    post: operations['ClientSecretsController_add'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications/{client_id}/secrets/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a secret; the last one that does not expire cannot be deleted */
    delete: operations['ClientSecretsController_delete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications/{client_id}/quick-starts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get programs for the application's first sign-in and call, with its own values
     * @description They read the secret from the environment variable CLIENT_SECRET.
     */
    get: operations['QuickStartController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications/{client_id}/test-token': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Get tokens for your own account, to experiment with */
    post: operations['TestTokenController_issue'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/applications/{client_id}/usage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Count how often your application got codes and tokens and was refused; up to 30 seconds behind */
    get: operations['UsageController_show'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/.well-known/oauth-authorization-server': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get the metadata of this server */
    get: operations['DiscoveryController_metadata'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List accounts, the newest first; with email, those whose email begins with it, in alphabetical order */
    get: operations['AdministeredAccountsController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an account that is not closed */
    get: operations['AdministeredAccountsController_show'];
    put?: never;
    post?: never;
    /** Close an account: sessions, grants and applications end, email and name are erased */
    delete: operations['AdministeredAccountsController_close'];
    options?: never;
    head?: never;
    /**
     * Disable or enable an account
     * @description When it is disabled, its sessions and grants end, services that read the revocations refuse its access tokens within a second, and a
     *     sign-in is answered like a wrong password. Its applications stay. When it is enabled, it can sign in again; what ended stays ended.
     */
    patch: operations['AdministeredAccountsController_switch'];
    trace?: never;
  };
  '/api/admin/accounts/{id}/roles': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /** Give an account these roles, and remove all others */
    put: operations['AdministeredAccountsController_giveRoles'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/accounts/{id}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Sign an account out everywhere, as at DELETE /api/sessions?all=true */
    delete: operations['AdministeredAccountsController_endSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/accounts/{id}/grants': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** End the access of all applications to an account */
    delete: operations['AdministeredAccountsController_endGrants'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/accounts/{id}/password-reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Send the account an email with a link to set a new password */
    post: operations['AdministeredAccountsController_resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/applications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the applications of all developers and the clients that registered themselves, the newest first */
    get: operations['AdministeredApplicationsController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/applications/{client_id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Get an application, with its settings */
    get: operations['AdministeredApplicationsController_show'];
    put?: never;
    post?: never;
    /**
     * Delete an application; its grants and token families end
     * @description One that is known by its metadata document can come back: disable it instead.
     */
    delete: operations['AdministeredApplicationsController_delete'];
    options?: never;
    head?: never;
    /**
     * Disable or enable an application
     * @description When it is disabled, it is refused everywhere, its access tokens within a second by services that read the revocations; its developer cannot
     *     enable it. When it is enabled, what users allowed it works again.
     */
    patch: operations['AdministeredApplicationsController_switch'];
    trace?: never;
  };
  '/api/admin/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List events, the newest first */
    get: operations['RecordedEventsController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/resources': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the resources and scopes, as this process read them at its start */
    get: operations['ResourcesController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the signing keys, the newest first, and the age of the master key */
    get: operations['SigningKeysController_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/keys/rotation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Announce the next keys now, ahead of the schedule
     * @description They sign after KEY_ANNOUNCE. No token is refused. If a key is already announced, nothing happens.
     */
    post: operations['SigningKeysController_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/admin/keys/leak': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace leaked keys: all keys leave the JWKS, and new ones sign at once
     * @description Services that read the revocations refuse access tokens signed before within a second, others once they have read the JWKS
     *     again. Applications get new ones with their refresh tokens.
     */
    post: operations['SigningKeysController_replaceLeaked'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AccountDetailView: {
      id: string;
      email: string | null;
      /** Format: date-time */
      email_verified_at: string | null;
      name: string | null;
      /** @description The trusted issuer at which it signs in; null: it has a password here. */
      issuer: string | null;
      subject: string | null;
      /** @description The roles that it was given. */
      roles: ('developer' | 'admin')[];
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was disabled.
       */
      disabled_at: string | null;
      /** @description How many browsers it is signed in with. */
      sessions: number;
      /** @description How many applications have access to it. */
      grants: number;
      /** @description How many applications it registered. */
      applications: number;
    };
    AccountPageView: {
      items: components['schemas']['AdministeredAccountView'][];
      /** @description Send it as `cursor` to get the next page; null: this is the last one. */
      next_cursor: string | null;
    };
    AccountView: {
      id: string;
      /** @description As given at sign-up, until a mailed link changes it. */
      email: string | null;
      name: string | null;
    };
    AdministeredAccountView: {
      id: string;
      email: string | null;
      /** Format: date-time */
      email_verified_at: string | null;
      name: string | null;
      /** @description The trusted issuer at which it signs in; null: it has a password here. */
      issuer: string | null;
      subject: string | null;
      /** @description The roles that it was given. */
      roles: ('developer' | 'admin')[];
      /** Format: date-time */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was disabled.
       */
      disabled_at: string | null;
    };
    AdministeredApplicationView: {
      client_id: string;
      name: string;
      /** @enum {string} */
      client_type: 'confidential' | 'public';
      /** @enum {string} */
      registered_by: 'developer' | 'itself' | 'document';
      /** @description The account of its developer. */
      owner: components['schemas']['OwnerView'] | null;
      /** @description The account whose initial access token registered it. */
      vouched_by: string | null;
      enabled: boolean;
      /**
       * Format: date-time
       * @description When an administrator disabled it: its developer cannot enable it.
       */
      disabled_by_admin_at: string | null;
      /** Format: date-time */
      created_at: string;
    };
    ApplicationDetailView: {
      client_id: string;
      name: string;
      /** @enum {string} */
      client_type: 'confidential' | 'public';
      /** @enum {string} */
      registered_by: 'developer' | 'itself' | 'document';
      /** @description The account of its developer. */
      owner: components['schemas']['OwnerView'] | null;
      /** @description The account whose initial access token registered it. */
      vouched_by: string | null;
      enabled: boolean;
      /**
       * Format: date-time
       * @description When an administrator disabled it: its developer cannot enable it.
       */
      disabled_by_admin_at: string | null;
      /** Format: date-time */
      created_at: string;
      /** @description How many accounts allow it access. 1000 means at least that many. */
      accounts_with_access: number;
      /**
       * Format: date-time
       * @description Last known use by a user or with its own credentials, to the hour; null: none.
       */
      last_used_at: string | null;
      /** @description Its registered settings, with those that the security profile enforces. */
      settings: components['schemas']['ApplicationView'];
    };
    ApplicationListView: {
      items: components['schemas']['ListedApplicationView'][];
    };
    ApplicationPageView: {
      items: components['schemas']['AdministeredApplicationView'][];
      next_cursor: string | null;
    };
    ApplicationView: {
      name: string;
      description: string | null;
      homepage_uri: string | null;
      logo_uri: string | null;
      /** @description Absent or null: all scopes, including future ones. */
      scopes: string[] | null;
      enabled: boolean;
      /** @description Require client authentication for refreshes too. */
      require_client_authentication: boolean;
      /** @description For public applications: accept any port on http://127.0.0.1, http://[::1] and http://localhost. */
      loopback_any_port: boolean;
      /** @description For how many seconds a refresh may be repeated if its answer was lost; 0: never. Absent: REFRESH_RETRY_WINDOW. */
      refresh_retry_window: number;
      /** @enum {string} */
      application_type: 'web' | 'native';
      /** @description Refuse authorization requests without PKCE. Public applications always need it. */
      require_pkce: boolean;
      /** @description Accept only pushed authorization requests (RFC 9126). */
      require_pushed_authorization_requests: boolean;
      /** @description Accept only signed request objects (RFC 9101). */
      require_signed_request_object: boolean;
      /** @description Issue only DPoP-bound access tokens (RFC 9449). */
      dpop_bound_access_tokens: boolean;
      /** @description Absent or null: authorization_code and refresh_token. */
      grant_types: (
        | 'authorization_code'
        | 'refresh_token'
        | 'client_credentials'
        | 'urn:ietf:params:oauth:grant-type:device_code'
        | 'urn:ietf:params:oauth:grant-type:token-exchange'
      )[];
      /** @description Scopes that it may request for itself with client_credentials; null: none. */
      client_credentials_scopes: string[] | null;
      /**
       * @description fapi2: the FAPI 2.0 Security Profile; null: the profile of the server.
       * @enum {string|null}
       */
      security_profile: 'fapi2' | null;
      /**
       * @description Absent or null: the secret, by HTTP Basic or in the body; for a public application, none.
       * @enum {string|null}
       */
      token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none' | null;
      /** @description The alg that its client assertions must have; absent or null: any supported one. */
      token_endpoint_auth_signing_alg: string | null;
      /**
       * @description The aud of its client assertions; any: the URL of the token, PAR or called endpoint is accepted too, and a lifetime of up to an hour.
       * @enum {string}
       */
      client_assertion_audience: 'issuer' | 'any';
      /** @description Its public keys, as a JWK Set (RFC 7517 §5). */
      jwks: Record<string, never> | null;
      /** @description The URL of its JWK Set, instead of jwks. */
      jwks_uri: string | null;
      /** @description The alg that its request objects must have; absent or null: any supported one. */
      request_object_signing_alg: string | null;
      /** @description The max_age of requests that have none: how many seconds old the sign-in may be; null: no limit. */
      default_max_age: number | null;
      /** @description ID tokens always have auth_time. */
      require_auth_time: boolean;
      /** @description Absent or null: RS256. */
      id_token_signed_response_alg: string;
      /** @description ID tokens have name, email and email_verified if the scope allows it, for clients that do not call userinfo. */
      profile_in_id_token: boolean;
      /** @description Where users may be sent after signing out; the rules of redirect_uris apply. */
      post_logout_redirect_uris: string[] | null;
      /** @description Called when a user signs out (OpenID Connect Back-Channel Logout). */
      backchannel_logout_uri: string | null;
      /** @description Logout tokens must have a sid. */
      backchannel_logout_session_required: boolean;
      /** @description The types of authorization details that it may request (RFC 9396 §10); absent or null: all. */
      authorization_details_types: string[] | null;
      tos_uri: string | null;
      policy_uri: string | null;
      /** @description How to reach the people responsible for it, such as email addresses. */
      contacts: string[] | null;
      client_id: string;
      /** @enum {string} */
      client_type: 'confidential' | 'public';
      redirect_uris: string[];
      /** @description The path below AUTH_URL of the logo, as uploaded or copied from logo_uri, for pages: the host of the application does not see their visitors. Only for applications that a developer registered. */
      logo?: string;
      /** Format: date-time */
      created_at: string;
      secrets: components['schemas']['SecretView'][];
    };
    ChangeApplicationDto: {
      name?: string;
      description?: string | null;
      homepage_uri?: string | null;
      logo_uri?: string | null;
      /** @description Absent or null: all scopes, including future ones. */
      scopes?: string[] | null;
      /** @default true */
      enabled?: boolean;
      /**
       * @description Require client authentication for refreshes too.
       * @default false
       */
      require_client_authentication?: boolean;
      /**
       * @description For public applications: accept any port on http://127.0.0.1, http://[::1] and http://localhost.
       * @default false
       */
      loopback_any_port?: boolean;
      /** @description For how many seconds a refresh may be repeated if its answer was lost; 0: never. Absent: REFRESH_RETRY_WINDOW. */
      refresh_retry_window?: number;
      /**
       * @default web
       * @enum {string}
       */
      application_type?: 'web' | 'native';
      /**
       * @description Refuse authorization requests without PKCE. Public applications always need it.
       * @default false
       */
      require_pkce?: boolean;
      /**
       * @description Accept only pushed authorization requests (RFC 9126).
       * @default false
       */
      require_pushed_authorization_requests?: boolean;
      /**
       * @description Accept only signed request objects (RFC 9101).
       * @default false
       */
      require_signed_request_object?: boolean;
      /**
       * @description Issue only DPoP-bound access tokens (RFC 9449).
       * @default false
       */
      dpop_bound_access_tokens?: boolean;
      /** @description Absent or null: authorization_code and refresh_token. */
      grant_types?:
        | (
            | 'authorization_code'
            | 'refresh_token'
            | 'client_credentials'
            | 'urn:ietf:params:oauth:grant-type:device_code'
            | 'urn:ietf:params:oauth:grant-type:token-exchange'
          )[]
        | null;
      /** @description Scopes that it may request for itself with client_credentials; null: none. */
      client_credentials_scopes?: string[] | null;
      /**
       * @description fapi2: the FAPI 2.0 Security Profile; null: the profile of the server.
       * @enum {string|null}
       */
      security_profile?: 'fapi2' | null;
      /**
       * @description Absent or null: the secret, by HTTP Basic or in the body; for a public application, none.
       * @enum {string|null}
       */
      token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none' | null;
      /** @description The alg that its client assertions must have; absent or null: any supported one. */
      token_endpoint_auth_signing_alg?: string | null;
      /**
       * @description The aud of its client assertions; any: the URL of the token, PAR or called endpoint is accepted too, and a lifetime of up to an hour.
       * @default issuer
       * @enum {string}
       */
      client_assertion_audience?: 'issuer' | 'any';
      /** @description Its public keys, as a JWK Set (RFC 7517 §5). */
      jwks?: Record<string, never> | null;
      /** @description The URL of its JWK Set, instead of jwks. */
      jwks_uri?: string | null;
      /** @description The alg that its request objects must have; absent or null: any supported one. */
      request_object_signing_alg?: string | null;
      /** @description The max_age of requests that have none: how many seconds old the sign-in may be; null: no limit. */
      default_max_age?: number | null;
      /**
       * @description ID tokens always have auth_time.
       * @default false
       */
      require_auth_time?: boolean;
      /** @description Absent or null: RS256. */
      id_token_signed_response_alg?: string | null;
      /**
       * @description ID tokens have name, email and email_verified if the scope allows it, for clients that do not call userinfo.
       * @default false
       */
      profile_in_id_token?: boolean;
      /** @description Where users may be sent after signing out; the rules of redirect_uris apply. */
      post_logout_redirect_uris?: string[] | null;
      /** @description Called when a user signs out (OpenID Connect Back-Channel Logout). */
      backchannel_logout_uri?: string | null;
      /**
       * @description Logout tokens must have a sid.
       * @default false
       */
      backchannel_logout_session_required?: boolean;
      /** @description The types of authorization details that it may request (RFC 9396 §10); absent or null: all. */
      authorization_details_types?: string[] | null;
      tos_uri?: string | null;
      policy_uri?: string | null;
      /** @description How to reach the people responsible for it, such as email addresses. */
      contacts?: string[] | null;
      /**
       * @example [
       *       "https://app.example.com/callback"
       *     ]
       */
      redirect_uris?: string[];
    };
    EventAccountView: {
      id: string;
      /** @description null: the account has no email here, or is closed. */
      email: string | null;
      name: string | null;
      /** @description Whether it is closed, or unknown to this server. */
      gone: boolean;
    };
    EventApplicationView: {
      client_id: string;
      /** @description null: the server no longer knows it, or never registered it. */
      name: string | null;
      /** @description Whether it is deleted, or unknown to this server. */
      gone: boolean;
    };
    EventPageView: {
      items: components['schemas']['RecordedEventView'][];
      next_cursor: string | null;
    };
    ExchangeView: {
      client: string;
      from: string;
      /** @description The scopes here that each scope of the other resource allows. */
      scopes: Record<string, never>;
    };
    FieldErrorView: {
      field: string;
      detail: string;
    };
    GiveRolesDto: {
      /** @description All roles that it will have. */
      roles: ('developer' | 'admin')[];
    };
    KeyListView: {
      items: components['schemas']['SigningKeyView'][];
      master_key: components['schemas']['MasterKeyView'];
    };
    ListedApplicationView: {
      name: string;
      description: string | null;
      homepage_uri: string | null;
      logo_uri: string | null;
      /** @description Absent or null: all scopes, including future ones. */
      scopes: string[] | null;
      enabled: boolean;
      /** @description Require client authentication for refreshes too. */
      require_client_authentication: boolean;
      /** @description For public applications: accept any port on http://127.0.0.1, http://[::1] and http://localhost. */
      loopback_any_port: boolean;
      /** @description For how many seconds a refresh may be repeated if its answer was lost; 0: never. Absent: REFRESH_RETRY_WINDOW. */
      refresh_retry_window: number;
      /** @enum {string} */
      application_type: 'web' | 'native';
      /** @description Refuse authorization requests without PKCE. Public applications always need it. */
      require_pkce: boolean;
      /** @description Accept only pushed authorization requests (RFC 9126). */
      require_pushed_authorization_requests: boolean;
      /** @description Accept only signed request objects (RFC 9101). */
      require_signed_request_object: boolean;
      /** @description Issue only DPoP-bound access tokens (RFC 9449). */
      dpop_bound_access_tokens: boolean;
      /** @description Absent or null: authorization_code and refresh_token. */
      grant_types: (
        | 'authorization_code'
        | 'refresh_token'
        | 'client_credentials'
        | 'urn:ietf:params:oauth:grant-type:device_code'
        | 'urn:ietf:params:oauth:grant-type:token-exchange'
      )[];
      /** @description Scopes that it may request for itself with client_credentials; null: none. */
      client_credentials_scopes: string[] | null;
      /**
       * @description fapi2: the FAPI 2.0 Security Profile; null: the profile of the server.
       * @enum {string|null}
       */
      security_profile: 'fapi2' | null;
      /**
       * @description Absent or null: the secret, by HTTP Basic or in the body; for a public application, none.
       * @enum {string|null}
       */
      token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none' | null;
      /** @description The alg that its client assertions must have; absent or null: any supported one. */
      token_endpoint_auth_signing_alg: string | null;
      /**
       * @description The aud of its client assertions; any: the URL of the token, PAR or called endpoint is accepted too, and a lifetime of up to an hour.
       * @enum {string}
       */
      client_assertion_audience: 'issuer' | 'any';
      /** @description Its public keys, as a JWK Set (RFC 7517 §5). */
      jwks: Record<string, never> | null;
      /** @description The URL of its JWK Set, instead of jwks. */
      jwks_uri: string | null;
      /** @description The alg that its request objects must have; absent or null: any supported one. */
      request_object_signing_alg: string | null;
      /** @description The max_age of requests that have none: how many seconds old the sign-in may be; null: no limit. */
      default_max_age: number | null;
      /** @description ID tokens always have auth_time. */
      require_auth_time: boolean;
      /** @description Absent or null: RS256. */
      id_token_signed_response_alg: string;
      /** @description ID tokens have name, email and email_verified if the scope allows it, for clients that do not call userinfo. */
      profile_in_id_token: boolean;
      /** @description Where users may be sent after signing out; the rules of redirect_uris apply. */
      post_logout_redirect_uris: string[] | null;
      /** @description Called when a user signs out (OpenID Connect Back-Channel Logout). */
      backchannel_logout_uri: string | null;
      /** @description Logout tokens must have a sid. */
      backchannel_logout_session_required: boolean;
      /** @description The types of authorization details that it may request (RFC 9396 §10); absent or null: all. */
      authorization_details_types: string[] | null;
      tos_uri: string | null;
      policy_uri: string | null;
      /** @description How to reach the people responsible for it, such as email addresses. */
      contacts: string[] | null;
      client_id: string;
      /** @enum {string} */
      client_type: 'confidential' | 'public';
      redirect_uris: string[];
      /** @description The path below AUTH_URL of the logo, as uploaded or copied from logo_uri, for pages: the host of the application does not see their visitors. Only for applications that a developer registered. */
      logo?: string;
      /** Format: date-time */
      created_at: string;
      secrets: components['schemas']['SecretView'][];
      /** @description How many accounts allow it access. 1000 means at least that many. */
      accounts_with_access: number;
      /**
       * Format: date-time
       * @description The beginning of the hour in which it last got a code or token; null: not within 90 days.
       */
      last_used_at: string | null;
    };
    ListedSecretView: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      last_used_at: string | null;
      /** @example server in Frankfurt */
      name: string | null;
      /**
       * Format: date-time
       * @description When it expires, if another secret replaced it; listed for 7 more days.
       */
      expires_at: string | null;
      /**
       * @description Its last four characters; null: it was created before they were stored.
       * @example q3Tw
       */
      hint: string | null;
    };
    LogoDto: {
      /**
       * Format: byte
       * @description A still PNG, JPEG or WebP image in base64: at most 64 KB, and 1024 x 1024 pixels.
       */
      image: string;
    };
    MasterKeyView: {
      /**
       * Format: date-time
       * @description Since when this database uses it.
       */
      since: string;
    };
    MetadataView: {
      issuer: string;
      authorization_endpoint: string;
      token_endpoint: string;
      /** @description Absent if SECURITY_PROFILE does not allow the device grant. */
      device_authorization_endpoint?: string;
      pushed_authorization_request_endpoint: string;
      revocation_endpoint: string;
      revocation_endpoint_auth_methods_supported: string[];
      revocation_endpoint_auth_signing_alg_values_supported: string[];
      /** @description Signed pages of what revoked access tokens. */
      revocations_uri: string;
      introspection_endpoint: string;
      introspection_endpoint_auth_methods_supported: string[];
      introspection_endpoint_auth_signing_alg_values_supported: string[];
      introspection_signing_alg_values_supported: string[];
      jwks_uri: string;
      scopes_supported: string[];
      response_types_supported: string[];
      response_modes_supported: string[];
      grant_types_supported: string[];
      token_endpoint_auth_methods_supported: string[];
      token_endpoint_auth_signing_alg_values_supported: string[];
      code_challenge_methods_supported: string[];
      dpop_signing_alg_values_supported: string[];
      request_parameter_supported: boolean;
      request_object_signing_alg_values_supported: string[];
      request_uri_parameter_supported: boolean;
      require_pushed_authorization_requests: boolean;
      require_signed_request_object: boolean;
      authorization_response_iss_parameter_supported: boolean;
      /** @description Present if RESOURCES_FILE has any. */
      authorization_details_types_supported?: string[];
      /** @description Present if clients may register themselves. */
      registration_endpoint?: string;
      /** @description A client_id may be the URL of a metadata document. */
      client_id_metadata_document_supported?: boolean;
      /** @description The resources that access tokens are for (RFC 9728). */
      protected_resources?: string[];
      service_documentation: string;
      userinfo_endpoint: string;
      end_session_endpoint: string;
      subject_types_supported: string[];
      id_token_signing_alg_values_supported: string[];
      /** @description Absent if PASSWORDS is off. */
      acr_values_supported?: string[];
      prompt_values_supported: string[];
      claim_types_supported: string[];
      claims_supported: string[];
      claims_parameter_supported: boolean;
      backchannel_logout_supported: boolean;
      backchannel_logout_session_supported: boolean;
    };
    NewApplicationDto: {
      name: string;
      description?: string | null;
      homepage_uri?: string | null;
      logo_uri?: string | null;
      /** @description Absent or null: all scopes, including future ones. */
      scopes?: string[] | null;
      /** @default true */
      enabled?: boolean;
      /**
       * @description Require client authentication for refreshes too.
       * @default false
       */
      require_client_authentication?: boolean;
      /**
       * @description For public applications: accept any port on http://127.0.0.1, http://[::1] and http://localhost.
       * @default false
       */
      loopback_any_port?: boolean;
      /** @description For how many seconds a refresh may be repeated if its answer was lost; 0: never. Absent: REFRESH_RETRY_WINDOW. */
      refresh_retry_window?: number;
      /**
       * @default web
       * @enum {string}
       */
      application_type?: 'web' | 'native';
      /**
       * @description Refuse authorization requests without PKCE. Public applications always need it.
       * @default false
       */
      require_pkce?: boolean;
      /**
       * @description Accept only pushed authorization requests (RFC 9126).
       * @default false
       */
      require_pushed_authorization_requests?: boolean;
      /**
       * @description Accept only signed request objects (RFC 9101).
       * @default false
       */
      require_signed_request_object?: boolean;
      /**
       * @description Issue only DPoP-bound access tokens (RFC 9449).
       * @default false
       */
      dpop_bound_access_tokens?: boolean;
      /** @description Absent or null: authorization_code and refresh_token. */
      grant_types?:
        | (
            | 'authorization_code'
            | 'refresh_token'
            | 'client_credentials'
            | 'urn:ietf:params:oauth:grant-type:device_code'
            | 'urn:ietf:params:oauth:grant-type:token-exchange'
          )[]
        | null;
      /** @description Scopes that it may request for itself with client_credentials; null: none. */
      client_credentials_scopes?: string[] | null;
      /**
       * @description fapi2: the FAPI 2.0 Security Profile; null: the profile of the server.
       * @enum {string|null}
       */
      security_profile?: 'fapi2' | null;
      /**
       * @description Absent or null: the secret, by HTTP Basic or in the body; for a public application, none.
       * @enum {string|null}
       */
      token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none' | null;
      /** @description The alg that its client assertions must have; absent or null: any supported one. */
      token_endpoint_auth_signing_alg?: string | null;
      /**
       * @description The aud of its client assertions; any: the URL of the token, PAR or called endpoint is accepted too, and a lifetime of up to an hour.
       * @default issuer
       * @enum {string}
       */
      client_assertion_audience?: 'issuer' | 'any';
      /** @description Its public keys, as a JWK Set (RFC 7517 §5). */
      jwks?: Record<string, never> | null;
      /** @description The URL of its JWK Set, instead of jwks. */
      jwks_uri?: string | null;
      /** @description The alg that its request objects must have; absent or null: any supported one. */
      request_object_signing_alg?: string | null;
      /** @description The max_age of requests that have none: how many seconds old the sign-in may be; null: no limit. */
      default_max_age?: number | null;
      /**
       * @description ID tokens always have auth_time.
       * @default false
       */
      require_auth_time?: boolean;
      /** @description Absent or null: RS256. */
      id_token_signed_response_alg?: string | null;
      /**
       * @description ID tokens have name, email and email_verified if the scope allows it, for clients that do not call userinfo.
       * @default false
       */
      profile_in_id_token?: boolean;
      /** @description Where users may be sent after signing out; the rules of redirect_uris apply. */
      post_logout_redirect_uris?: string[] | null;
      /** @description Called when a user signs out (OpenID Connect Back-Channel Logout). */
      backchannel_logout_uri?: string | null;
      /**
       * @description Logout tokens must have a sid.
       * @default false
       */
      backchannel_logout_session_required?: boolean;
      /** @description The types of authorization details that it may request (RFC 9396 §10); absent or null: all. */
      authorization_details_types?: string[] | null;
      tos_uri?: string | null;
      policy_uri?: string | null;
      /** @description How to reach the people responsible for it, such as email addresses. */
      contacts?: string[] | null;
      /**
       * @example [
       *       "https://app.example.com/callback"
       *     ]
       */
      redirect_uris: string[];
      /**
       * @default confidential
       * @enum {string}
       */
      client_type?: 'confidential' | 'public';
    };
    NewApplicationView: {
      name: string;
      description: string | null;
      homepage_uri: string | null;
      logo_uri: string | null;
      /** @description Absent or null: all scopes, including future ones. */
      scopes: string[] | null;
      enabled: boolean;
      /** @description Require client authentication for refreshes too. */
      require_client_authentication: boolean;
      /** @description For public applications: accept any port on http://127.0.0.1, http://[::1] and http://localhost. */
      loopback_any_port: boolean;
      /** @description For how many seconds a refresh may be repeated if its answer was lost; 0: never. Absent: REFRESH_RETRY_WINDOW. */
      refresh_retry_window: number;
      /** @enum {string} */
      application_type: 'web' | 'native';
      /** @description Refuse authorization requests without PKCE. Public applications always need it. */
      require_pkce: boolean;
      /** @description Accept only pushed authorization requests (RFC 9126). */
      require_pushed_authorization_requests: boolean;
      /** @description Accept only signed request objects (RFC 9101). */
      require_signed_request_object: boolean;
      /** @description Issue only DPoP-bound access tokens (RFC 9449). */
      dpop_bound_access_tokens: boolean;
      /** @description Absent or null: authorization_code and refresh_token. */
      grant_types: (
        | 'authorization_code'
        | 'refresh_token'
        | 'client_credentials'
        | 'urn:ietf:params:oauth:grant-type:device_code'
        | 'urn:ietf:params:oauth:grant-type:token-exchange'
      )[];
      /** @description Scopes that it may request for itself with client_credentials; null: none. */
      client_credentials_scopes: string[] | null;
      /**
       * @description fapi2: the FAPI 2.0 Security Profile; null: the profile of the server.
       * @enum {string|null}
       */
      security_profile: 'fapi2' | null;
      /**
       * @description Absent or null: the secret, by HTTP Basic or in the body; for a public application, none.
       * @enum {string|null}
       */
      token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none' | null;
      /** @description The alg that its client assertions must have; absent or null: any supported one. */
      token_endpoint_auth_signing_alg: string | null;
      /**
       * @description The aud of its client assertions; any: the URL of the token, PAR or called endpoint is accepted too, and a lifetime of up to an hour.
       * @enum {string}
       */
      client_assertion_audience: 'issuer' | 'any';
      /** @description Its public keys, as a JWK Set (RFC 7517 §5). */
      jwks: Record<string, never> | null;
      /** @description The URL of its JWK Set, instead of jwks. */
      jwks_uri: string | null;
      /** @description The alg that its request objects must have; absent or null: any supported one. */
      request_object_signing_alg: string | null;
      /** @description The max_age of requests that have none: how many seconds old the sign-in may be; null: no limit. */
      default_max_age: number | null;
      /** @description ID tokens always have auth_time. */
      require_auth_time: boolean;
      /** @description Absent or null: RS256. */
      id_token_signed_response_alg: string;
      /** @description ID tokens have name, email and email_verified if the scope allows it, for clients that do not call userinfo. */
      profile_in_id_token: boolean;
      /** @description Where users may be sent after signing out; the rules of redirect_uris apply. */
      post_logout_redirect_uris: string[] | null;
      /** @description Called when a user signs out (OpenID Connect Back-Channel Logout). */
      backchannel_logout_uri: string | null;
      /** @description Logout tokens must have a sid. */
      backchannel_logout_session_required: boolean;
      /** @description The types of authorization details that it may request (RFC 9396 §10); absent or null: all. */
      authorization_details_types: string[] | null;
      tos_uri: string | null;
      policy_uri: string | null;
      /** @description How to reach the people responsible for it, such as email addresses. */
      contacts: string[] | null;
      client_id: string;
      /** @enum {string} */
      client_type: 'confidential' | 'public';
      redirect_uris: string[];
      /** @description The path below AUTH_URL of the logo, as uploaded or copied from logo_uri, for pages: the host of the application does not see their visitors. Only for applications that a developer registered. */
      logo?: string;
      /** Format: date-time */
      created_at: string;
      secrets: components['schemas']['SecretView'][];
      /** @description Shown only this once. Public applications have none. */
      client_secret?: string;
    };
    NewSecretDto: {
      /**
       * @description By default that of the secret that it replaces.
       * @example server in Frankfurt
       */
      name?: string;
      /**
       * Format: uuid
       * @description The id of the secret that it replaces, which ends in 24 hours.
       */
      replaces?: string;
    };
    NewSecretView: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      last_used_at: string | null;
      /** @description Shown only this once. */
      client_secret: string;
    };
    NewSessionView: {
      /** @description A JWT for this server only; also set as a cookie. */
      session_token: string;
      /** @example Bearer */
      token_type: string;
      /** @description Seconds. */
      expires_in: number;
      account: components['schemas']['AccountView'];
    };
    OwnerView: {
      id: string;
      email: string | null;
    };
    ProblemView: {
      /** @example about:blank */
      type: string;
      title: string;
      status: number;
      detail: string;
      /** @description A code, if there are several cases to distinguish. */
      error?: string;
      errors?: components['schemas']['FieldErrorView'][];
    };
    QuickStartListView: {
      /** @description None for an application whose requests need a key, such as one under a security profile. */
      items: components['schemas']['QuickStartView'][];
    };
    QuickStartStepView: {
      /**
       * @description The file to save the text as; null: lines for a shell.
       * @example sign-in.mjs
       */
      file: string | null;
      text: string;
    };
    QuickStartView: {
      /** @enum {string} */
      tool: 'node' | 'nest' | 'curl';
      steps: components['schemas']['QuickStartStepView'][];
    };
    RecordedEventView: {
      id: number;
      /** Format: date-time */
      at: string;
      /**
       * @example sign_in.failed
       * @enum {string}
       */
      kind:
        | 'account.created'
        | 'account.changed'
        | 'account.claims_changed'
        | 'account.closed'
        | 'sign_up.repeated'
        | 'email.verified'
        | 'email.change_asked'
        | 'email.changed'
        | 'notices.off'
        | 'notices.on'
        | 'password.reset'
        | 'password.reset_sent'
        | 'developer.added'
        | 'developer.removed'
        | 'admin.added'
        | 'admin.removed'
        | 'account.disabled'
        | 'account.enabled'
        | 'sign_in.succeeded'
        | 'sign_in.failed'
        | 'sign_in.braked'
        | 'sign_in.ended'
        | 'sign_in.all_ended'
        | 'password.failed'
        | 'application.created'
        | 'application.changed'
        | 'application.disabled'
        | 'application.enabled'
        | 'application.deleted'
        | 'secret.created'
        | 'secret.replaced'
        | 'secret.deleted'
        | 'consent.given'
        | 'consent.refused'
        | 'grant.ended'
        | 'grant.all_ended'
        | 'connection.ended'
        | 'grant.narrowed'
        | 'replay.code'
        | 'replay.refresh_token'
        | 'refresh_token.revoked'
        | 'access_token.revoked'
        | 'test_token.issued'
        | 'key.announced'
        | 'key.compromised'
        | 'master_key.replaced'
        | 'database.restored'
        | 'database.moved';
      /** @description The account that it is about. */
      account_id: string | null;
      account: components['schemas']['EventAccountView'] | null;
      /** @description The application that it is about. */
      client_id: string | null;
      application: components['schemas']['EventApplicationView'] | null;
      /** @description The administrator who did it; null: the account itself, a client, or the server. */
      actor_id: string | null;
      actor: components['schemas']['EventAccountView'] | null;
      family_id: string | null;
      /** @description The address of the caller. */
      address: string | null;
      scopes: string | null;
    };
    ResourceView: {
      url: string;
      name: string;
      scopes: components['schemas']['ScopeView'][];
      authorization_details_types: string[];
      introspection_clients: string[];
      /** @description Applications that may use client_credentials. */
      client_credentials_clients: string[] | '*';
      /** @description Applications that may exchange tokens. */
      token_exchange_clients: string[] | '*';
      /** @description Applications that get the claims without a scope. */
      first_party_clients: string[] | '*';
      token_exchanges: components['schemas']['ExchangeView'][];
    };
    ResourcesView: {
      /** @description The path of RESOURCES_FILE; null: it is not set. */
      file: string | null;
      items: components['schemas']['ResourceView'][];
    };
    RolesView: {
      /**
       * @example [
       *       "developer"
       *     ]
       */
      roles: ('developer' | 'admin')[];
    };
    ScopeView: {
      /** @example notes:read */
      name: string;
      description: string;
      detail: string | null;
      /** @description Whether users must tick it. */
      sensitive: boolean;
      /** @description The claims that it adds to tokens. */
      claims: string[];
    };
    SecretListView: {
      items: components['schemas']['ListedSecretView'][];
    };
    SecretView: {
      /** Format: uuid */
      id: string;
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      last_used_at: string | null;
    };
    SessionView: {
      account: components['schemas']['AccountView'];
      /** Format: date-time */
      expires_at: string;
    };
    SignInDto: {
      /** Format: email */
      email: string;
      /** Format: password */
      password: string;
    };
    SigningKeyView: {
      kid: string;
      /** @enum {string} */
      alg: 'ES256' | 'RS256' | 'EdDSA';
      /** @enum {string} */
      purpose: 'access_token' | 'id_token';
      /** @enum {string} */
      phase: 'announced' | 'signing' | 'retired' | 'compromised';
      /** Format: date-time */
      created_at: string;
      /** Format: date-time */
      signs_from: string;
      /**
       * Format: date-time
       * @description For a signing key: when the next one is announced, unless one is already.
       */
      next_announced_at: string | null;
      /**
       * Format: date-time
       * @description For a retired key: until when it is in the JWKS.
       */
      public_until: string | null;
      /**
       * Format: date-time
       * @description When it was reported as leaked.
       */
      compromised_at: string | null;
    };
    SwitchAccountDto: {
      /** @description true: end its sessions and grants, and refuse sign-ins until it is false again. */
      disabled: boolean;
    };
    SwitchApplicationDto: {
      /** @description false: disabled until it is true again; its developer cannot enable it. */
      enabled: boolean;
    };
    TestTokenDto: {
      /**
       * @description Scopes of one resource, separated by spaces.
       * @example notes:read
       */
      scope: string;
      /**
       * @description Seconds, at most as long as the access tokens of the application last. With it there is no refresh token.
       * @example 3600
       */
      expires_in?: number;
    };
    TokenResponseView: {
      /** @description A JWT (RFC 9068). */
      access_token: string;
      /** @enum {string} */
      token_type: 'Bearer' | 'DPoP';
      /**
       * @description Seconds.
       * @example 1209600
       */
      expires_in: number;
      /** @description Single-use; replaces the previous one. */
      refresh_token?: string;
      /** @example notes:read */
      scope: string;
      /** @description If `openid` is in the scope (OpenID Connect Core §2). */
      id_token?: string;
      /** @description If they were granted (RFC 9396 §7). */
      authorization_details?: Record<string, never>[];
      /** @description For a token exchange (RFC 8693 §2.2.1). */
      issued_token_type?: string;
    };
    UsageHourView: {
      /**
       * Format: date-time
       * @description When the hour begins.
       */
      hour: string;
      /** @description Authorization codes issued. */
      codes: number;
      /**
       * @description Token responses of the token endpoint, by grant type; zeros are omitted. One of: authorization_code, refresh_token, client_credentials, urn:ietf:params:oauth:grant-type:device_code, urn:ietf:params:oauth:grant-type:token-exchange.
       * @example {
       *       "authorization_code": 3
       *     }
       */
      tokens: {
        [key: string]: number;
      };
      /**
       * @description Refusals of the token endpoint, by error; zeros are omitted. One of: access_denied, expired_token, invalid_authorization_details, invalid_client, invalid_dpop_proof, invalid_grant, invalid_request, invalid_scope, invalid_target, slow_down, temporarily_unavailable, unauthorized_client.
       * @example {
       *       "access_denied": 3
       *     }
       */
      refusals: {
        [key: string]: number;
      };
    };
    UsageView: {
      /**
       * Format: date-time
       * @description When the first hour begins.
       */
      from: string;
      /**
       * Format: date-time
       * @description When this was answered.
       */
      to: string;
      /**
       * Format: date-time
       * @description Nothing earlier was counted or kept; null: nothing yet.
       */
      since: string | null;
      /** @description In ascending order; hours without a call are omitted. */
      hours: components['schemas']['UsageHourView'][];
    };
    VersionView: {
      /** @example 0.2.0 */
      version: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  VersionController_show: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VersionView'];
        };
      };
    };
  };
  RolesController_show: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RolesView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  SessionController_show: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  SessionController_signIn: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInDto'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewSessionView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  SessionController_signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ApplicationsController_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApplicationListView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ApplicationsController_register: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewApplicationDto'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewApplicationView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ApplicationsController_show: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApplicationView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ApplicationsController_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ApplicationsController_change: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangeApplicationDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApplicationView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ApplicationLogoController_upload: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LogoDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApplicationView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ApplicationLogoController_remove: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ClientSecretsController_list: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SecretListView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ClientSecretsController_add: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': components['schemas']['NewSecretDto'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NewSecretView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ClientSecretsController_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  QuickStartController_list: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuickStartListView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  TestTokenController_issue: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TestTokenDto'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TokenResponseView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  UsageController_show: {
    parameters: {
      query?: {
        /** @description How many hours back, including the current one. */
        hours?: number;
      };
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UsageView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  DiscoveryController_metadata: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MetadataView'];
        };
      };
    };
  };
  AdministeredAccountsController_list: {
    parameters: {
      query?: {
        cursor?: unknown;
        email?: unknown;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountPageView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredAccountsController_show: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDetailView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredAccountsController_close: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredAccountsController_switch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SwitchAccountDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDetailView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredAccountsController_giveRoles: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['GiveRolesDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountDetailView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredAccountsController_endSessions: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredAccountsController_endGrants: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredAccountsController_resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      202: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Conflict */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredApplicationsController_list: {
    parameters: {
      query?: {
        cursor?: unknown;
        account_id?: unknown;
        registered_by?: 'developer' | 'itself' | 'document';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApplicationPageView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredApplicationsController_show: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApplicationDetailView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredApplicationsController_delete: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  AdministeredApplicationsController_switch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        client_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SwitchApplicationDto'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApplicationDetailView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  RecordedEventsController_list: {
    parameters: {
      query?: {
        cursor?: unknown;
        /** @description End, exclusive. */
        to?: unknown;
        /** @description Start, inclusive: `2026-11-29T14:00:00Z` or a UTC date. */
        from?: unknown;
        /** @description The id or email of the administrator who did it. */
        actor_id?: unknown;
        /** @description The application that they are about. */
        client_id?: unknown;
        /** @description The id or email of the account that they are about. */
        account_id?: unknown;
        kind?:
          | 'account.created'
          | 'account.changed'
          | 'account.claims_changed'
          | 'account.closed'
          | 'sign_up.repeated'
          | 'email.verified'
          | 'email.change_asked'
          | 'email.changed'
          | 'notices.off'
          | 'notices.on'
          | 'password.reset'
          | 'password.reset_sent'
          | 'developer.added'
          | 'developer.removed'
          | 'admin.added'
          | 'admin.removed'
          | 'account.disabled'
          | 'account.enabled'
          | 'sign_in.succeeded'
          | 'sign_in.failed'
          | 'sign_in.braked'
          | 'sign_in.ended'
          | 'sign_in.all_ended'
          | 'password.failed'
          | 'application.created'
          | 'application.changed'
          | 'application.disabled'
          | 'application.enabled'
          | 'application.deleted'
          | 'secret.created'
          | 'secret.replaced'
          | 'secret.deleted'
          | 'consent.given'
          | 'consent.refused'
          | 'grant.ended'
          | 'grant.all_ended'
          | 'connection.ended'
          | 'grant.narrowed'
          | 'replay.code'
          | 'replay.refresh_token'
          | 'refresh_token.revoked'
          | 'access_token.revoked'
          | 'test_token.issued'
          | 'key.announced'
          | 'key.compromised'
          | 'master_key.replaced'
          | 'database.restored'
          | 'database.moved';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventPageView'];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  ResourcesController_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ResourcesView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  SigningKeysController_list: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyListView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  SigningKeysController_rotate: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyListView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
  SigningKeysController_replaceLeaked: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['KeyListView'];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Payload Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Unsupported Media Type */
      415: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/problem+json': components['schemas']['ProblemView'];
        };
      };
    };
  };
}
/** Of the document. */
export type ApiVersion = '0.2.0';
