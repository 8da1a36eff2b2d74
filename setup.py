"Everything about the package is in settings.ini: each `X_requirements` there is the extra `X`."
from configparser import ConfigParser
from pathlib import Path
from setuptools import find_packages, setup

cfg = ConfigParser()
cfg.read('settings.ini', encoding='utf-8')
cfg = cfg['DEFAULT']
suffix = '_requirements'

setup(
    name=cfg['lib_name'], version=cfg['version'], description=cfg['description'], license='Apache-2.0',
    author=cfg['author'], author_email=cfg['author_email'], url=cfg['git_url'], keywords=cfg['keywords'],
    long_description=Path('README.md').read_text(encoding='utf-8'), long_description_content_type='text/markdown',
    packages=find_packages(include=['tinytorch*']), package_data={'': ['*.pyi', '*.json', 'py.typed']}, python_requires='>=' + cfg['min_python'], zip_safe=False,
    install_requires=cfg['requirements'].split(),
    extras_require={k.removesuffix(suffix): v.split() for k, v in cfg.items() if k.endswith(suffix)},
    entry_points={'nbdev': [f"{cfg['lib_name']}={cfg['lib_path']}._modidx:d"], 'console_scripts': cfg['console_scripts'].split()},
)
