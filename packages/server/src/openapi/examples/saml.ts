const metadata = {
  entity_id: "https://login.shop.example/saml",
  sso_url: "https://login.shop.example/saml/sso",
  certificates: ["MIIDDTCCAfWgAwIBAgIUQ3J0c2FtcGxl"],
};

/** Examples of SAML providers, by the name of their schema. */
export const samlExamples = {
  SamlProviders: {
    items: [],
    entity_id: "https://chat.example/saml/metadata",
    acs_url: "https://chat.example/saml/acs",
  },
  SamlMetadata: metadata,
  SamlProvider: {
    id: "company1",
    name: "Company account",
    ...metadata,
    certificates_end: "2030-01-01T00:00:00.000Z",
    email_attribute: "",
    role: "operator",
    account_id: 1,
  },
};
