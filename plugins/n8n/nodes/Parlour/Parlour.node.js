"use strict";

/** The release generates the description from the OpenAPI document of the service API. */
class Parlour {
  description = require("./description.json");
}

module.exports = { Parlour };
