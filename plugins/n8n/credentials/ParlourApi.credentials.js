"use strict";

/** Address and API key of an installation. n8n adds the header to the requests of both nodes. */
class ParlourApi {
  name = "parlourApi";
  displayName = "Parlour API";
  properties = [
    {
      displayName: "Address",
      name: "baseUrl",
      type: "string",
      default: "",
      required: true,
      placeholder: "https://chat.example",
      description: "Address of the installation, without a path",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description:
        "From Settings → API keys. Each operation needs the scope that its description names",
    },
  ];
  authenticate = {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  };
  test = { request: { baseURL: "={{$credentials.baseUrl}}/api/v1", url: "/me" } };
}

module.exports = { ParlourApi };
