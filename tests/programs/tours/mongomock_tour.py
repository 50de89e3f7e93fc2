"""A walk through libraries that stand in for others: a database, servers of HTTP; and documents, hyphens, mail."""
import authres
import httpretty
import mongomock
import pyphen
import requests
import requests_mock
import responses
from odf import teletype
from odf.opendocument import OpenDocumentText
from odf.text import H, P

things = mongomock.MongoClient().db.things
things.insert_many([{"_id": i, "n": i % 3, "t": str(i)} for i in range(10)])
print("mongomock", list(things.find({"n": {"$gt": 0}, "t": {"$regex": "[2-7]"}}).sort([("n", -1), ("_id", 1)])))
print("mongomock", list(things.aggregate([{"$group": {"_id": "$n", "s": {"$sum": "$_id"}}}, {"$sort": {"_id": 1}}])))
print("mongomock", things.update_many({"n": 1}, {"$inc": {"n": 10}}).modified_count, things.count_documents({"n": 11}))

with requests_mock.Mocker() as mock:
    mock.get("http://x/a", json={"k": 1}, headers={"H": "v"})
    answer = requests.get("http://x/a")
    print("requests_mock", answer.json(), answer.headers, mock.called, mock.last_request.url)
with responses.RequestsMock() as mock:
    mock.add("POST", "http://x/b", body="no", status=404)
    answer = requests.post("http://x/b", data={"q": 1})
    print("responses", answer.status_code, answer.text, answer.request.body)
httpretty.enable(allow_net_connect=False)
httpretty.register_uri(httpretty.GET, "http://y.com/", body="pretty")
print("httpretty", requests.get("http://y.com/?a=1").text, httpretty.last_request().querystring)
httpretty.disable()

document = OpenDocumentText()
document.text.addElement(H(outlinelevel=1, text="Head"))
document.text.addElement(P(text="Hello \u00e9"))
print("odf", document.contentxml()[-300:], teletype.extractText(document.text))
print("pyphen", sorted(pyphen.LANGUAGES)[:3], [pyphen.Pyphen(lang="en_US").inserted(w) for w in ("hyphenation", "internationalization")] if "en_US" in pyphen.LANGUAGES else None)
print("authres", authres.AuthenticationResultsHeader.parse(
    "Authentication-Results: example.com; spf=pass smtp.mailfrom=example.net; dkim=fail header.d=x"))
