___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Parlour Chat",
  "categories": [
    "CHAT"
  ],
  "brand": {
    "id": "brand_parlour",
    "displayName": "Parlour"
  },
  "description": "Chat button and chat window of your Parlour installation. Waits for consent, and can pass who is signed in.",
  "containerContexts": [
    "WEB"
  ]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "address",
    "displayName": "Code or address of the widget",
    "simpleValueType": true,
    "help": "In Parlour: Settings → Site widgets → the widget → Install. Paste the line or its address.",
    "valueValidators": [
      {
        "type": "NON_EMPTY"
      }
    ]
  },
  {
    "type": "SELECT",
    "name": "consent",
    "displayName": "Consent",
    "macrosInSelect": false,
    "simpleValueType": true,
    "defaultValue": "functionality_storage",
    "help": "Nothing is loaded before the visitor consents. Without consent mode on your pages, the chat is loaded at once.",
    "selectItems": [
      {
        "value": "functionality_storage",
        "displayValue": "Wait for functionality_storage"
      },
      {
        "value": "personalization_storage",
        "displayValue": "Wait for personalization_storage"
      },
      {
        "value": "analytics_storage",
        "displayValue": "Wait for analytics_storage"
      },
      {
        "value": "ad_storage",
        "displayValue": "Wait for ad_storage"
      },
      {
        "value": "none",
        "displayValue": "Do not wait"
      }
    ]
  },
  {
    "type": "GROUP",
    "name": "visitor",
    "displayName": "Who is signed in",
    "groupStyle": "ZIPPY_CLOSED",
    "subParams": [
      {
        "type": "TEXT",
        "name": "userToken",
        "displayName": "Signed token",
        "simpleValueType": true,
        "help": "Made by your server with the identity secret of the widget."
      },
      {
        "type": "TEXT",
        "name": "name",
        "displayName": "Name",
        "simpleValueType": true,
        "help": "Operators see it with the mark \"from the page\"."
      },
      {
        "type": "TEXT",
        "name": "email",
        "displayName": "Email",
        "simpleValueType": true,
        "help": "Operators see it with the mark \"from the page\"."
      },
      {
        "type": "TEXT",
        "name": "phone",
        "displayName": "Phone",
        "simpleValueType": true,
        "help": "Operators see it with the mark \"from the page\"."
      },
      {
        "type": "SIMPLE_TABLE",
        "name": "fields",
        "displayName": "Fields",
        "help": "Keys of your fields in Parlour with their values.",
        "simpleTableColumns": [
          {
            "type": "TEXT",
            "name": "key",
            "displayName": "Key",
            "defaultValue": ""
          },
          {
            "type": "TEXT",
            "name": "value",
            "displayName": "Value",
            "defaultValue": ""
          }
        ]
      }
    ]
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const addConsentListener = require('addConsentListener');
const callInWindow = require('callInWindow');
const injectScript = require('injectScript');
const isConsentGranted = require('isConsentGranted');
const logToConsole = require('logToConsole');
const makeTableMap = require('makeTableMap');
const queryPermission = require('queryPermission');

// The field takes the line of the tab Install, or only the address in it.
const findAddress = (text) => {
  const start = text.lastIndexOf('src="');
  if (start === -1) return text.trim();
  const rest = text.substring(start + 5);
  return rest.substring(0, rest.indexOf('"'));
};

const sendVisitor = () => {
  const contact = {};
  ['name', 'email', 'phone'].forEach((key) => {
    if (data[key]) contact[key] = data[key];
  });
  if (data.userToken) callInWindow('widget_api.setUserToken', data.userToken);
  if (contact.name || contact.email || contact.phone) {
    callInWindow('widget_api.setContactInfo', contact);
  }
  if (data.fields && data.fields.length > 0) {
    callInWindow('widget_api.setFields', makeTableMap(data.fields, 'key', 'value'));
  }
  data.gtmOnSuccess();
};

const load = () => {
  const address = findAddress(data.address);
  if (!queryPermission('inject_script', address)) {
    logToConsole('Parlour Chat: this is not the address of a widget: ' + address);
    return data.gtmOnFailure();
  }
  // With the address as token, two tags load the script once.
  injectScript(address, sendVisitor, data.gtmOnFailure, address);
};

if (data.consent === 'none' || isConsentGranted(data.consent)) {
  load();
} else {
  let isLoaded = false;
  addConsentListener(data.consent, (type, isGranted) => {
    if (isLoaded || !isGranted) return;
    isLoaded = true;
    load();
  });
}


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": {
        "publicId": "access_globals",
        "versionId": "1"
      },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "widget_api.setUserToken"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "widget_api.setContactInfo"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "key"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  },
                  {
                    "type": 1,
                    "string": "execute"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "widget_api.setFields"
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": false
                  },
                  {
                    "type": 8,
                    "boolean": true
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "inject_script",
        "versionId": "1"
      },
      "param": [
        {
          "key": "urls",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 1,
                "string": "https://*/widget/*"
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "access_consent",
        "versionId": "1"
      },
      "param": [
        {
          "key": "consentTypes",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "functionality_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "personalization_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "analytics_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  {
                    "type": 1,
                    "string": "consentType"
                  },
                  {
                    "type": 1,
                    "string": "read"
                  },
                  {
                    "type": 1,
                    "string": "write"
                  }
                ],
                "mapValue": [
                  {
                    "type": 1,
                    "string": "ad_storage"
                  },
                  {
                    "type": 8,
                    "boolean": true
                  },
                  {
                    "type": 8,
                    "boolean": false
                  }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  },
  {
    "instance": {
      "key": {
        "publicId": "logging",
        "versionId": "1"
      },
      "param": [
        {
          "key": "environments",
          "value": {
            "type": 1,
            "string": "debug"
          }
        }
      ]
    },
    "clientAnnotations": {
      "isEditedByUser": true
    },
    "isRequired": true
  }
]


___TESTS___

scenarios: []


___NOTES___

Import this file in Google Tag Manager: Templates → Tag Templates → New → ⋮ → Import.
