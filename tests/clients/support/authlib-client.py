"""A relying party as Authlib's users write it. It says where to send the account, reads where it arrived, and tells
what it learnt, each as one line of JSON."""
import json
import os
import sys

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # the issuer is on loopback

import requests
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from authlib.oauth2.rfc7523 import PrivateKeyJWT
from authlib.oidc.core import CodeIDToken

given = json.loads(sys.argv[1])
issuer = given["issuer"]
known = requests.get(issuer + "/.well-known/openid-configuration").json()


def session_of(client_id):
    session = OAuth2Session(
        client_id,
        given.get("client_secret"),
        scope=given["scope"],
        redirect_uri=given["redirect_uri"],
        code_challenge_method="S256",
        token_endpoint_auth_method=given["method"],
        revocation_endpoint_auth_method=given["method"],
    )
    session.register_client_auth_method(PrivateKeyJWT())
    return session


session = session_of(given["client_id"])
verifier, nonce = generate_token(48), generate_token(20)
url, state = session.create_authorization_url(known["authorization_endpoint"], code_verifier=verifier, nonce=nonce)
print(json.dumps(url), flush=True)
arrived = json.loads(sys.stdin.readline())

token = session.fetch_token(known["token_endpoint"], authorization_response=arrived, state=state, code_verifier=verifier)
keys = JsonWebKey.import_key_set(requests.get(known["jwks_uri"]).json())
claims = jwt.decode(
    token["id_token"],
    keys,
    claims_cls=CodeIDToken,
    claims_options={"iss": {"essential": True, "value": issuer}, "aud": {"essential": True}},
    claims_params={"client_id": given["client_id"], "nonce": nonce, "access_token": token["access_token"]},
)
claims.validate()
userinfo = session.get(known["userinfo_endpoint"]).json()
refreshed = session.refresh_token(known["token_endpoint"], token["refresh_token"])
told = {"claims": dict(claims), "userinfo": userinfo, "token": token, "refreshed": refreshed}
if given["method"] != "none":
    access = refreshed["access_token"]
    told["introspected"] = session.introspect_token(known["introspection_endpoint"], access).json()
    told["revoked"] = session.revoke_token(known["revocation_endpoint"], access).status_code
    told["afterwards"] = session.introspect_token(known["introspection_endpoint"], access).json()
if "by_default" in given:
    told["by_default"] = session_of(given["by_default"]).introspect_token(known["introspection_endpoint"], access).json()
print(json.dumps(told), flush=True)
