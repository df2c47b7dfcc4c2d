-- Identity providers for sign-in with SAML 2.0 (SSO-001), as those of OpenID Connect.
alter table instance add column saml jsonb not null default '[]';
alter table session drop constraint session_method_check,
  add constraint session_method_check check (method in ('password', 'passkey', 'oidc', 'saml'));
