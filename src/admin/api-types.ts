/**
 * The admin API as types, made from its OpenAPI document by `npm run api-types`; not written by hand.
 */
export interface paths {
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Tell how the kitchen is; needs no token */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Health'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Describe this API */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              [key: string]: unknown;
            };
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/scenarios': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the scenarios */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              scenarios: components['schemas']['Scenario'][];
            };
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/scenarios/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one scenario */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Id of the scenario. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Scenario'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such thing here (`not_found`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the workspaces */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              workspaces: components['schemas']['Workspace'][];
            };
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    /** Create a workspace */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['NewWorkspace'];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Workspace'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description It is there already (`conflict`); There are too many workspaces (`too_many_workspaces`) */
        409: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The database takes nothing (`store_unavailable`) */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Heal everything: `baseline` in every workspace, and all open sessions ended */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': Record<string, never>;
        };
      };
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['ResetResult'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The database takes nothing (`store_unavailable`) */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Delete a workspace with all that is in it; `default` is emptied instead */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The database takes nothing (`store_unavailable`) */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/selection': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read what sessions get that begin from now on */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            /** @description The revision in double quotes; `If-Match` takes it. */
            ETag?: string;
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Selection'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    /** Save what sessions get that begin from now on; creates the workspace if need be */
    put: {
      parameters: {
        query?: never;
        header?: {
          /** @description Revision that the selection must still have, as its ETag says it, or `*`. */
          'if-match'?: string;
        };
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['SelectionInput'];
        };
      };
      responses: {
        /** @description The answer */
        200: {
          headers: {
            /** @description The revision in double quotes; `If-Match` takes it. */
            ETag?: string;
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['SavedSelection'];
          };
        };
        /** @description The request is not valid (`invalid_request`); The params of the scenario are not valid (`invalid_params`); There is no such scenario (`unknown_scenario`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There are too many workspaces (`too_many_workspaces`) */
        409: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The selection has changed since it was read (`revision_changed`) */
        412: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The database takes nothing (`store_unavailable`) */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    post?: never;
    /** Go back to `baseline` */
    delete: {
      parameters: {
        query?: never;
        header?: {
          /** @description Revision that the selection must still have, as its ETag says it, or `*`. */
          'if-match'?: string;
        };
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            /** @description The revision in double quotes; `If-Match` takes it. */
            ETag?: string;
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['SavedSelection'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The selection has changed since it was read (`revision_changed`) */
        412: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The database takes nothing (`store_unavailable`) */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the sessions, newest first */
    get: {
      parameters: {
        query?: {
          /** @description Cursor: `next` of the page before. */
          before?: string;
          /** @description Only sessions that are open, or only those that have ended. */
          open?: boolean;
          /** @description Items in one answer. */
          limit?: number;
        };
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['SessionPage'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    /** Order a session with a fault and an address of its own; creates the workspace if need be */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': components['schemas']['OrderInput'];
        };
      };
      responses: {
        /** @description Created */
        201: {
          headers: {
            /** @description Path of the session in this API. */
            Location?: string;
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['OrderedSession'];
          };
        };
        /** @description The request is not valid (`invalid_request`); The params of the scenario are not valid (`invalid_params`); There is no such scenario (`unknown_scenario`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There are too many workspaces (`too_many_workspaces`); It is there already (`conflict`) */
        409: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The database takes nothing (`store_unavailable`) */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/sessions/end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End all open sessions by hand */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': Record<string, never>;
        };
      };
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': {
              sessions: components['schemas']['Session'][];
            };
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/sessions/{session}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one session */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
          /** @description Id of the session. */
          session: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Session'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`); There is no such thing here (`not_found`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/sessions/{session}/end': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** End one session by hand; one that has ended stays as it is */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
          /** @description Id of the session. */
          session: string;
        };
        cookie?: never;
      };
      requestBody: {
        content: {
          'application/json': Record<string, never>;
        };
      };
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Session'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`); There is no such thing here (`not_found`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/observations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List the observations: newest first, or ascending with `after` */
    get: {
      parameters: {
        query?: {
          /** @description Id of a session. */
          session?: string;
          /** @description JSON-RPC method. */
          method?: string;
          /** @description What a correct client should conclude from the answer. */
          outcome?: components['schemas']['Outcome'];
          /** @description Kind of the injected fault; `any` for every one, `none` for exchanges without. */
          fault?: string;
          /** @description Only numbers below this, newest first. */
          before?: number;
          /** @description Only numbers above this, ascending. */
          after?: number;
          /** @description Whole observations, with headers and bodies, instead of summaries. */
          full?: boolean;
          /** @description Items in one answer. */
          limit?: number;
        };
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json':
              | {
                  observations: components['schemas']['Observation'][];
                  /** @description Pass it as `before`, or as `after` where the page came from `after`; null at the end. */
                  next: number | null;
                }
              | {
                  observations: components['schemas']['ObservationSummary'][];
                  /** @description Pass it as `before`, or as `after` where the page came from `after`; null at the end. */
                  next: number | null;
                };
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    /** Delete all observations */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description Done */
        204: {
          headers: {
            [name: string]: unknown;
          };
          content?: never;
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body is too large (`body_too_large`) */
        413: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The body must be application/json (`unsupported_media_type`) */
        415: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The database takes nothing (`store_unavailable`) */
        503: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/observations/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Watch exchanges start and finish, as Server-Sent Events */
    get: {
      parameters: {
        query?: never;
        header?: {
          /** @description Id of the last event that was read: the stream goes on after it. */
          'last-event-id'?: string;
        };
        path: {
          /** @description Name of the workspace. */
          workspace: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description A live stream */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'text/event-stream': string;
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/workspaces/{workspace}/observations/{number}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one observation, with headers and bodies */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** @description Name of the workspace. */
          workspace: string;
          /** @description Number of the observation. */
          number: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** @description The answer */
        200: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/json': components['schemas']['Observation'];
          };
        };
        /** @description The request is not valid (`invalid_request`) */
        400: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The admin token is missing or wrong (`unauthorized`) */
        401: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description This Host is not allowed (`forbidden_host`); This Origin is not allowed (`forbidden_origin`) */
        403: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description There is no such workspace (`unknown_workspace`); There is no such thing here (`not_found`) */
        404: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
        /** @description The kitchen failed (`internal`) */
        500: {
          headers: {
            [name: string]: unknown;
          };
          content: {
            'application/problem+json': components['schemas']['Problem'];
          };
        };
      };
    };
    put?: never;
    post?: never;
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
    /** @description One event of the live stream by its fields; `data` is shown parsed. */
    LiveEvent:
      | components['schemas']['LiveOpened']
      | components['schemas']['LiveExchange']
      | components['schemas']['LiveGap'];
    /** @description First in a stream that resumes none: what happens after `id` follows. */
    LiveOpened: {
      /** @enum {string} */
      event: 'opened';
      /**
       * @description Names this run of the kitchen and counts within it; `Last-Event-ID` takes it.
       * @example b61ae02c9d5f-12
       */
      id: string;
      data: Record<string, never>;
    };
    /** @description An exchange has started, or finished. */
    LiveExchange: {
      /** @enum {string} */
      event: 'started' | 'finished';
      /**
       * @description Names this run of the kitchen and counts within it; `Last-Event-ID` takes it.
       * @example b61ae02c9d5f-12
       */
      id: string;
      data: components['schemas']['ObservationSummary'];
    };
    ObservationSummary: {
      /** @description Never handed out twice. */
      number: number;
      workspace: string;
      session: string | null;
      /** @description Why the request did not reach MCP: why it was refused, or `canary`. */
      refused: string | null;
      /** Format: date-time */
      startedAt: string;
      durationMs: number | null;
      /** @enum {string} */
      state: 'open' | 'finished';
      client: {
        name: string;
        version: string | null;
        address: string | null;
      } | null;
      /** @enum {string|null} */
      era: 'modern' | 'legacy' | null;
      protocolVersion: string | null;
      http: {
        method: string;
        path: string;
        status: number | null;
      };
      rpc: {
        /** @enum {string} */
        kind:
          'request' | 'notification' | 'response' | 'batch' | 'invalid' | 'unparseable' | 'none';
        /**
         * @description The raw JSON token.
         * @example "a"
         */
        id: string | null;
        method: string | null;
        /** @description Tool name, prompt name or resource URI. */
        name: string | null;
      };
      counters: {
        post: number | null;
        method: number | null;
        call: number | null;
        round: number | null;
      };
      scenario: {
        id: string;
        revision: number;
      } | null;
      /** @description The injected fault with all that it said. */
      fault:
        | ({
            kind: string;
          } & {
            [key: string]: unknown;
          })
        | null;
      outcome: components['schemas']['Outcome'];
      /** @enum {string} */
      layer:
        'application' | 'interaction' | 'protocol' | 'transport' | 'stream' | 'connection' | 'none';
      errorCode: number | null;
      resultType: string | null;
      /** @enum {string|null} */
      closedBy: 'client' | 'server' | null;
      /** @description Rules of the protocol that the client's own request broke. */
      findings: {
        rule: string;
        /** @enum {string} */
        level: 'must' | 'should';
        text: string;
      }[];
      /** @description The failed exchange that this one repeats. */
      repeatOf: number | null;
    };
    /**
     * @description What a correct client should conclude from the answer.
     * @enum {string}
     */
    Outcome:
      | 'TOOL_SUCCESS'
      | 'TOOL_ERROR'
      | 'RESULT'
      | 'INPUT_REQUIRED'
      | 'JSONRPC_ERROR'
      | 'MALFORMED_JSON'
      | 'INVALID_ENVELOPE'
      | 'INVALID_TOOL_RESULT'
      | 'INVALID_RESULT'
      | 'HTTP_ERROR'
      | 'UNEXPECTED_CONTENT_TYPE'
      | 'NO_RESPONSE'
      | 'ACCEPTED'
      | 'SESSION_END'
      | 'STREAM_INCOMPLETE'
      | 'STREAM'
      | 'CONNECTION_LOST'
      | 'CANCELLED'
      | 'PENDING'
      | 'UNJUDGED';
    /** @description Events are missing here: read too slowly, or asked for too late. */
    LiveGap: {
      /** @enum {string} */
      event: 'gap';
      /**
       * @description Names this run of the kitchen and counts within it; `Last-Event-ID` takes it.
       * @example b61ae02c9d5f-12
       */
      id: string;
      data: {
        /** @description How many events at most; null where nobody knows, after a restart of the kitchen. */
        missed: number | null;
      };
    };
    Health: {
      /** @enum {string} */
      status: 'ok' | 'degraded';
      /** @description What is wrong, one sentence each. */
      problems: string[];
      version: string;
      apiVersion: string;
      protocolVersions: string[];
      uptimeMs: number;
    };
    Problem: {
      type: string;
      title: string;
      status: number;
      /** @description What was wrong, and what to do. */
      detail: string;
      /** @enum {string} */
      code:
        | 'invalid_request'
        | 'invalid_params'
        | 'unknown_scenario'
        | 'unauthorized'
        | 'forbidden_host'
        | 'forbidden_origin'
        | 'not_found'
        | 'unknown_workspace'
        | 'method_not_allowed'
        | 'conflict'
        | 'revision_changed'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'too_many_workspaces'
        | 'store_unavailable'
        | 'internal';
      errors: {
        /**
         * @description The wrong field.
         * @example params.statusCodes[2]
         */
        path: string;
        message: string;
      }[];
    };
    Scenario: {
      id: string;
      title: string;
      /** @enum {string} */
      group:
        | 'connection'
        | 'transport'
        | 'stream'
        | 'protocol'
        | 'application'
        | 'interaction'
        | 'catalog'
        | 'version'
        | 'auth'
        | 'timing';
      summary: string;
      /** @description JSON Schema of `params`. */
      paramsSchema: {
        [key: string]: unknown;
      };
      example: {
        [key: string]: unknown;
      };
      /** @description Markdown: what a correct client does. */
      lesson: string;
      /** @description Path of the file it was loaded from. */
      source: string;
    };
    Workspace: {
      name: string;
      mcpUrl: string;
      selection: components['schemas']['Selection'];
      openSessions: number;
    };
    Selection: {
      scenario: string;
      params: {
        [key: string]: unknown;
      };
      seed: number;
      /** @enum {string} */
      newSessionOn: 'handshake' | 'idle' | 'end';
      /** @description Raised by every save; the ETag. */
      revision: number;
      /** Format: date-time */
      updatedAt: string;
      /** @description When the workspace goes back to what was selected before. */
      expiresAfter?:
        | {
            ms: number;
          }
        | {
            posts: number;
          };
    };
    NewWorkspace: {
      name: string;
    };
    ResetResult: {
      /** @description Workspaces whose selection was another one. */
      healed: string[];
      endedSessions: number;
    };
    SavedSelection: {
      scenario: string;
      params: {
        [key: string]: unknown;
      };
      seed: number;
      /** @enum {string} */
      newSessionOn: 'handshake' | 'idle' | 'end';
      /** @description Raised by every save; the ETag. */
      revision: number;
      /** Format: date-time */
      updatedAt: string;
      /** @description When the workspace goes back to what was selected before. */
      expiresAfter?:
        | {
            ms: number;
          }
        | {
            posts: number;
          };
      /** @description Sessions that still run on an older revision. */
      openSessions: components['schemas']['Session'][];
      /** @description What is legal and most often a mistake, say a method that MCP does not have; one sentence each. */
      hints: string[];
    };
    Session: {
      id: string;
      workspace: string;
      key: string | null;
      client: {
        name: string;
        version: string | null;
        address: string | null;
      };
      /** @enum {string|null} */
      era: 'modern' | 'legacy' | null;
      protocolVersion: string | null;
      scenario: string;
      params: {
        [key: string]: unknown;
      };
      revision: number;
      seed: number;
      /** @enum {string} */
      newSessionOn: 'handshake' | 'idle' | 'end';
      /** @description Has a selection of its own. */
      ordered: boolean;
      established: boolean;
      /** Format: date-time */
      startedAt: string;
      /** Format: date-time */
      lastSeenAt: string;
      /** Format: date-time */
      endedAt: string | null;
      /** @enum {string|null} */
      endReason: 'superseded' | 'reconnected' | 'idle' | 'ended' | 'deleted' | 'shutdown' | null;
      counters: {
        posts: number;
        methods: {
          [key: string]: number;
        };
        calls: {
          [key: string]: number;
        };
        rounds: {
          [key: string]: number;
        };
      };
      /** @description What became of the rules of its scenario; `note` says why one never struck, or that it found nothing to change. */
      rules: {
        rule: string;
        met: number;
        struck: number;
        note: string | null;
      }[];
    };
    /**
     * @example {
     *       "scenario": "http_status_sequence"
     *     }
     */
    SelectionInput: {
      /** @description Id of the scenario. */
      scenario: string;
      /**
       * @description As `paramsSchema` of the scenario says; what is left out has its default.
       * @example {
       *       "statusCodes": [
       *         503,
       *         200
       *       ]
       *     }
       */
      params?: {
        [key: string]: unknown;
      };
      /** @description All chance is a function of it; chosen and saved where left out. */
      seed?: number;
      /**
       * @description What begins a new session of a client; `handshake` where left out.
       * @enum {string}
       */
      newSessionOn?: 'handshake' | 'idle' | 'end';
      /** @description Ends all open sessions by hand, so that the selection holds at once. */
      endSessions?: boolean;
      /** @description When the workspace goes back to what was selected before: after a time (`{ "ms": 600000 }`), or after so many POSTs of the sessions that begin with it (`{ "posts": 20 }`). Never where left out. */
      expiresAfter?:
        | {
            ms: number;
          }
        | {
            posts: number;
          };
    };
    SessionPage: {
      sessions: components['schemas']['Session'][];
      /** @description Pass it as `before`; null at the end. */
      next: string | null;
    };
    OrderedSession: {
      id: string;
      workspace: string;
      key: string;
      client: {
        name: string;
        version: string | null;
        address: string | null;
      };
      /** @enum {string|null} */
      era: 'modern' | 'legacy' | null;
      protocolVersion: string | null;
      scenario: string;
      params: {
        [key: string]: unknown;
      };
      revision: number;
      seed: number;
      /** @enum {string} */
      newSessionOn: 'handshake' | 'idle' | 'end';
      /** @description Has a selection of its own. */
      ordered: boolean;
      established: boolean;
      /** Format: date-time */
      startedAt: string;
      /** Format: date-time */
      lastSeenAt: string;
      /** Format: date-time */
      endedAt: string | null;
      /** @enum {string|null} */
      endReason: 'superseded' | 'reconnected' | 'idle' | 'ended' | 'deleted' | 'shutdown' | null;
      counters: {
        posts: number;
        methods: {
          [key: string]: number;
        };
        calls: {
          [key: string]: number;
        };
        rounds: {
          [key: string]: number;
        };
      };
      /** @description What became of the rules of its scenario; `note` says why one never struck, or that it found nothing to change. */
      rules: {
        rule: string;
        met: number;
        struck: number;
        note: string | null;
      }[];
      /** @description MCP address of this session. */
      url: string;
      /** @description With TLS: path, on the machine of the kitchen, of the certificate (PEM) that clients must trust. */
      caFile?: string;
      /** @description What is legal and most often a mistake, say a method that MCP does not have; one sentence each. */
      hints: string[];
    };
    /**
     * @example {
     *       "scenario": "http_status_sequence",
     *       "key": "run-1"
     *     }
     */
    OrderInput: {
      /** @description Id of the scenario. */
      scenario: string;
      /**
       * @description As `paramsSchema` of the scenario says; what is left out has its default.
       * @example {
       *       "statusCodes": [
       *         503,
       *         200
       *       ]
       *     }
       */
      params?: {
        [key: string]: unknown;
      };
      /** @description All chance is a function of it; chosen and saved where left out. */
      seed?: number;
      /** @description Makes the address `/w/WORKSPACE/s/KEY/mcp`; made where left out. */
      key?: string;
      /** @description A port for this session alone (`{}` will do), which can be closed for a while and speak TLS. It closes when the session is ended by hand, and with the kitchen. */
      ownPort?: {
        /** @description How long connections are refused at first, in milliseconds; 0 where left out. */
        opensAfterMs?: number;
        /**
         * @description TLS with this fault, `right` for none; plain HTTP where left out.
         * @enum {string}
         */
        tls?:
          | 'right'
          | 'self_signed'
          | 'expired'
          | 'not_yet_valid'
          | 'wrong_name'
          | 'tls_1_0'
          | 'tls_1_1'
          | 'plain_http'
          | 'handshake_alert'
          | 'handshake_close'
          | 'handshake_reset'
          | 'handshake_silent';
      };
    };
    Observation: {
      /** @description Never handed out twice. */
      number: number;
      workspace: string;
      session: string | null;
      /** @description Why the request did not reach MCP: why it was refused, or `canary`. */
      refused: string | null;
      /** Format: date-time */
      startedAt: string;
      durationMs: number | null;
      /** @enum {string} */
      state: 'open' | 'finished';
      client: {
        name: string;
        version: string | null;
        address: string | null;
      } | null;
      /** @enum {string|null} */
      era: 'modern' | 'legacy' | null;
      protocolVersion: string | null;
      http: {
        method: string;
        path: string;
        status: number | null;
        /** @description By lower-case name; a list where a name came more than once. Secrets are redacted. */
        requestHeaders: {
          [key: string]: string | string[];
        };
        /** @description By lower-case name; a list where a name came more than once. Secrets are redacted. */
        responseHeaders: {
          [key: string]: string | string[];
        };
      };
      rpc: {
        /** @enum {string} */
        kind:
          'request' | 'notification' | 'response' | 'batch' | 'invalid' | 'unparseable' | 'none';
        /**
         * @description The raw JSON token.
         * @example "a"
         */
        id: string | null;
        method: string | null;
        /** @description Tool name, prompt name or resource URI. */
        name: string | null;
      };
      counters: {
        post: number | null;
        method: number | null;
        call: number | null;
        round: number | null;
      };
      scenario: {
        id: string;
        revision: number;
      } | null;
      /** @description The injected fault with all that it said. */
      fault:
        | ({
            kind: string;
          } & {
            [key: string]: unknown;
          })
        | null;
      outcome: components['schemas']['Outcome'];
      /** @enum {string} */
      layer:
        'application' | 'interaction' | 'protocol' | 'transport' | 'stream' | 'connection' | 'none';
      errorCode: number | null;
      resultType: string | null;
      /** @enum {string|null} */
      closedBy: 'client' | 'server' | null;
      /** @description Rules of the protocol that the client's own request broke. */
      findings: {
        rule: string;
        /** @enum {string} */
        level: 'must' | 'should';
        text: string;
      }[];
      /** @description The failed exchange that this one repeats. */
      repeatOf: number | null;
      request: {
        /** @description Cut at the cap; secrets are redacted. */
        body: string | null;
        /** @enum {string} */
        encoding: 'utf8' | 'base64';
        /** @description Size on the wire. */
        bytes: number;
        truncated: boolean;
      };
      response: {
        /** @description Cut at the cap; secrets are redacted. */
        body: string | null;
        /** @enum {string} */
        encoding: 'utf8' | 'base64';
        /** @description Size on the wire. */
        bytes: number;
        truncated: boolean;
        contentType: string | null;
        events:
          | {
              atMs: number;
              kind: string;
            }[]
          | null;
      };
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
