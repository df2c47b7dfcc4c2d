"use strict";

const { verifySignature } = require("./verify-signature.js");

/**
 * Starts a workflow when an event happens. Activating the workflow creates a webhook in Parlour,
 * and deactivating it deletes the webhook. The signing secret is stored with the workflow.
 */
class ParlourTrigger {
  description = {
    displayName: "Parlour Trigger",
    name: "parlourTrigger",
    icon: "file:parlour.svg",
    group: ["trigger"],
    version: 1,
    description: "Starts the workflow when an event happens in Parlour",
    defaults: { name: "Parlour Trigger" },
    inputs: [],
    outputs: ["main"],
    credentials: [{ name: "parlourApi", required: true }],
    webhooks: [
      { name: "default", httpMethod: "POST", responseMode: "onReceived", path: "webhook" },
    ],
    properties: [
      {
        displayName: "Events",
        name: "events",
        type: "multiOptions",
        required: true,
        default: [],
        options: require("./events.json"),
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists() {
        const { webhookId } = this.getWorkflowStaticData("node");
        if (webhookId === undefined) return false;
        try {
          const { url } = await callApi(this, "GET", `/webhooks/${webhookId}`);
          return url === this.getNodeWebhookUrl("default");
        } catch {
          return false;
        }
      },
      async create() {
        const { id, signing_secret: secret } = await callApi(this, "POST", "/webhooks", {
          url: this.getNodeWebhookUrl("default"),
          name: "n8n",
          events: this.getNodeParameter("events"),
        });
        Object.assign(this.getWorkflowStaticData("node"), { webhookId: id, secret });
        return true;
      },
      async delete() {
        const data = this.getWorkflowStaticData("node");
        try {
          if (data.webhookId !== undefined)
            await callApi(this, "DELETE", `/webhooks/${data.webhookId}`);
        } catch (error) {
          // Somebody has deleted it in Parlour.
          if (Number(error.httpCode ?? error.response?.status) !== 404) return false;
        }
        delete data.webhookId;
        delete data.secret;
        return true;
      },
    },
  };

  async webhook() {
    const request = this.getRequestObject();
    if (request.rawBody === undefined) await request.readRawBody?.();
    const { secret } = this.getWorkflowStaticData("node");
    if (
      request.rawBody === undefined ||
      !verifySignature(secret, request.headers, request.rawBody, Date.now())
    ) {
      this.getResponseObject().status(401).end();
      return { noWebhookResponse: true };
    }
    const webhookResponse = { result: "ok" };
    // The button "Send test event" in Parlour starts the workflow only while it is being edited.
    if (request.headers["parlour-test"] === "1" && this.getMode() !== "manual")
      return { webhookResponse };
    // The id is the same when Parlour repeats a request.
    const event = { ...this.getBodyData(), webhook_id: request.headers["webhook-id"] };
    return { webhookResponse, workflowData: [this.helpers.returnJsonArray(event)] };
  }
}

async function callApi(context, method, path, body) {
  const { baseUrl } = await context.getCredentials("parlourApi");
  return context.helpers.httpRequestWithAuthentication.call(context, "parlourApi", {
    method,
    url: `${baseUrl}/api/v1${path}`,
    body,
    json: true,
  });
}

module.exports = { ParlourTrigger };
