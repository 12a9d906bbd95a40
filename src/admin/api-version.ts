/** The version of the admin API, raised when something that worked would stop working. */
export const API_VERSION = '1';
