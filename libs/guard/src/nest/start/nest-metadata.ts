// Nest's own keys, by their text: the packages of gateways, microservices and GraphQL may not be installed.
export const GUARDS = '__guards__';
export const FILTERS = '__exceptionFilters__';
export const GATEWAY = 'websockets:is_gateway';
export const MESSAGE = 'websockets:message_mapping';
export const RPC_HANDLER = 'microservices:handler_type';
export const FIELD_RESOLVER = 'graphql:resolve_property';
export const GRAPHQL_OPTIONS = 'GqlModuleOptions';
export const RESOLVER = 'graphql:resolver_type';
export const HTTP_METHOD = 'method';
export const SSE = '__sse__';
export const SWAGGER_EXCLUDED = 'swagger/apiExcludeController';
