import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class JwksView {
  @ApiProperty({ type: [Object], description: 'JWKs (RFC 7517).' })
  keys: object[];
}

/** RFC 8414 §2, OpenID Connect Discovery §3. */
export class MetadataView {
  @ApiProperty()
  issuer: string;

  @ApiProperty()
  authorization_endpoint: string;

  @ApiProperty()
  token_endpoint: string;

  @ApiPropertyOptional({ description: 'Absent if SECURITY_PROFILE does not allow the device grant.' })
  device_authorization_endpoint?: string;

  @ApiProperty()
  pushed_authorization_request_endpoint: string;

  @ApiProperty()
  revocation_endpoint: string;

  @ApiProperty({ type: [String] })
  revocation_endpoint_auth_methods_supported: string[];

  @ApiProperty({ type: [String] })
  revocation_endpoint_auth_signing_alg_values_supported: string[];

  @ApiProperty({ description: 'Signed pages of what revoked access tokens.' })
  revocations_uri: string;

  @ApiProperty()
  introspection_endpoint: string;

  @ApiProperty({ type: [String] })
  introspection_endpoint_auth_methods_supported: string[];

  @ApiProperty({ type: [String] })
  introspection_endpoint_auth_signing_alg_values_supported: string[];

  @ApiProperty({ type: [String] })
  introspection_signing_alg_values_supported: string[];

  @ApiProperty()
  jwks_uri: string;

  @ApiProperty({ type: [String] })
  scopes_supported: string[];

  @ApiProperty({ type: [String] })
  response_types_supported: string[];

  @ApiProperty({ type: [String] })
  response_modes_supported: string[];

  @ApiProperty({ type: [String] })
  grant_types_supported: string[];

  @ApiProperty({ type: [String] })
  token_endpoint_auth_methods_supported: string[];

  @ApiProperty({ type: [String] })
  token_endpoint_auth_signing_alg_values_supported: string[];

  @ApiProperty({ type: [String] })
  code_challenge_methods_supported: string[];

  @ApiProperty({ type: [String] })
  dpop_signing_alg_values_supported: string[];

  @ApiProperty()
  request_parameter_supported: boolean;

  @ApiProperty({ type: [String] })
  request_object_signing_alg_values_supported: string[];

  @ApiProperty()
  request_uri_parameter_supported: boolean;

  @ApiProperty()
  require_pushed_authorization_requests: boolean;

  @ApiProperty()
  require_signed_request_object: boolean;

  @ApiProperty()
  authorization_response_iss_parameter_supported: boolean;

  @ApiPropertyOptional({ type: [String], description: 'Present if RESOURCES_FILE has any.' })
  authorization_details_types_supported?: string[];

  @ApiProperty({ required: false, description: 'Present if clients may register themselves.' })
  registration_endpoint?: string;

  @ApiProperty({ required: false, description: 'A client_id may be the URL of a metadata document.' })
  client_id_metadata_document_supported?: boolean;

  @ApiProperty({ required: false, type: [String], description: 'The resources that access tokens are for (RFC 9728).' })
  protected_resources?: string[];

  @ApiProperty()
  service_documentation: string;

  @ApiProperty()
  userinfo_endpoint: string;

  @ApiProperty()
  end_session_endpoint: string;

  @ApiProperty({ type: [String] })
  subject_types_supported: string[];

  @ApiProperty({ type: [String] })
  id_token_signing_alg_values_supported: string[];

  @ApiProperty({ type: [String], required: false, description: 'Absent if PASSWORDS is off.' })
  acr_values_supported?: string[];

  @ApiProperty({ type: [String] })
  prompt_values_supported: string[];

  @ApiProperty({ type: [String] })
  claim_types_supported: string[];

  @ApiProperty({ type: [String] })
  claims_supported: string[];

  @ApiProperty()
  claims_parameter_supported: boolean;

  @ApiProperty()
  backchannel_logout_supported: boolean;

  @ApiProperty()
  backchannel_logout_session_supported: boolean;
}
