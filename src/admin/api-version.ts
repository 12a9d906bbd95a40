/** The version of the admin API, raised when something that worked would stop working. */
export const API_VERSION = '1';

/** Every answer of a route carries it, so that a client knows whom it talks to. */
export const API_VERSION_HEADER = 'Kitchen-Api-Version';
