"""A project with one application: models, migrations in sqlite, forms, views, templates, the admin, asked by the test client."""
import os
import re
import subprocess
import sys

subprocess.run([sys.executable, "-m", "django", "startproject", "site1", "."], check=True)
subprocess.run([sys.executable, "manage.py", "startapp", "notes"], check=True)

with open("site1/settings.py", "a") as file:
    file.write("""
INSTALLED_APPS += ["notes"]
ALLOWED_HOSTS = ["*"]
SECRET_KEY = "x" * 60
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
""")
settings = open("site1/settings.py").read()
lines = [line for line in settings.splitlines() if not line.startswith("SECRET_KEY = 'django-insecure")]
open("site1/settings.py", "w").write("\n".join(lines))
with open("notes/models.py", "w") as file:
    file.write("""
from django.db import models

class Tag(models.Model):
    name = models.CharField(max_length=20, unique=True)
    def __str__(self):
        return self.name

class Note(models.Model):
    title = models.CharField(max_length=40)
    text = models.TextField(blank=True)
    stars = models.IntegerField(default=0)
    price = models.DecimalField(max_digits=6, decimal_places=2, null=True)
    day = models.DateField(null=True)
    tags = models.ManyToManyField(Tag, related_name="notes")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE)
    class Meta:
        ordering = ["title"]
        indexes = [models.Index(fields=["stars"], name="by_stars")]
    def __str__(self):
        return f"{self.title} ({self.stars})"
""")
with open("notes/admin.py", "w") as file:
    file.write("""
from django.contrib import admin
from .models import Note, Tag
admin.site.register([Note, Tag])
""")
with open("notes/views.py", "w") as file:
    file.write("""
from django import forms
from django.http import JsonResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template import Context, Template
from django.http import HttpResponse
from django.views.generic import ListView
from .models import Note

class NoteForm(forms.ModelForm):
    class Meta:
        model = Note
        fields = ["title", "stars", "price"]

PAGE = Template('''{% load humanize %}{% for n in notes %}{{ forloop.counter }}. {{ n.title|upper }} {{ n.price|floatformat:1 }}
{% empty %}none{% endfor %}{% with total=notes|length %}{{ total }} note{{ total|pluralize }}{% endwith %}''') if False else Template(
    '''{% for n in notes %}{{ forloop.counter }}. {{ n.title|upper }} {{ n.price|floatformat:1 }}
{% empty %}none{% endfor %}{% with total=notes|length %}{{ total }} note{{ total|pluralize }}{% endwith %}''')

def index(request):
    return HttpResponse(PAGE.render(Context({"notes": Note.objects.all()})))

def detail(request, pk):
    note = get_object_or_404(Note, pk=pk)
    return JsonResponse({"title": note.title, "tags": [str(t) for t in note.tags.order_by("name")]})

def add(request):
    form = NoteForm(request.POST)
    if form.is_valid():
        form.save()
        return HttpResponseRedirect("/")
    return HttpResponse(form.as_p(), status=400)
""")
with open("site1/urls.py", "w") as file:
    file.write("""
from django.contrib import admin
from django.urls import path
from notes import views
urlpatterns = [path("admin/", admin.site.urls), path("", views.index), path("n/<int:pk>/", views.detail, name="detail"), path("add/", views.add)]
""")
open("notes/tests.py", "w").write("""
from django.test import TestCase
from .models import Note
class NoteTest(TestCase):
    def test_made(self):
        Note.objects.create(title="t")
        self.assertEqual(self.client.get("/").status_code, 200)
    def test_fails(self):
        self.assertEqual(Note.objects.count(), 1)
""")
for command in (["check"], ["makemigrations", "notes"], ["migrate", "-v", "1"], ["sqlmigrate", "notes", "0001"], ["showmigrations"], ["test"]):
    done = subprocess.run([sys.executable, "manage.py", *command], capture_output=True, text=True)
    text = done.stdout + "\n".join(line for line in done.stderr.splitlines() if not line.startswith("Ran "))
    print("==", command, done.returncode)
    print(text)

os.environ["DJANGO_SETTINGS_MODULE"] = "site1.settings"
sys.path.insert(0, os.getcwd())
import datetime
from decimal import Decimal

import django

django.setup()
from django.contrib.auth.models import User
from django.core import serializers
from django.db import connection, transaction
from django.db.models import Avg, Count, F, Q, Sum
from django.test import Client
from django.urls import reverse
from notes.models import Note, Tag

tags = [Tag.objects.create(name=name) for name in ("red", "green", "blue")]
for n in range(6):
    note = Note.objects.create(title=f"note {n}", stars=n % 3, price=Decimal(n) / 4, day=datetime.date(2020, 1, n + 1))
    note.tags.set(tags[:n % 4])
print(Note.objects.filter(Q(stars__gt=0) & ~Q(title__endswith="4")).values_list("title", "price"))
print(Note.objects.aggregate(Sum("price"), Avg("stars")), Tag.objects.annotate(n=Count("notes")).order_by("-n", "name").values("name", "n"))
print(Note.objects.filter(day__gte=datetime.date(2020, 1, 3)).update(stars=F("stars") + 10), list(Note.objects.all()))
print(str(Note.objects.filter(tags__name__in=["red"]).exclude(parent__stars=1).distinct().query))
try:
    with transaction.atomic():
        Note.objects.all().delete()
        Tag.objects.create(name="red")
except django.db.IntegrityError as error:
    print(type(error).__name__, error, Note.objects.count())
print(serializers.serialize("json", Note.objects.all()[:2], indent=1))
client = Client()
print(client.get("/").content.decode())
print(client.get(reverse("detail", args=[4])).json(), client.get("/n/99/").status_code)
print(client.post("/add/", {"title": "new", "stars": "x", "price": "1.234"}).content.decode())
print(client.post("/add/", {"title": "new", "stars": "5", "price": "1.5"}).status_code, Note.objects.last())
User.objects.create_superuser("root", "root@example.org", "secret")
print(client.login(username="root", password="wrong"), client.login(username="root", password="secret"))
for path in ("/admin/", "/admin/notes/note/", "/admin/notes/note/1/change/", "/admin/notes/note/add/"):
    page = client.get(path)
    text = re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page.content.decode())
    print(path, page.status_code, page.headers.get("Location"), text)
connection.close()
for name in ("db.sqlite3",):
    os.remove(name)
